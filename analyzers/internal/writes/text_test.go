package writes

import "testing"

func TestSQLWord(t *testing.T) {
	for q, want := range map[string]Word{
		"SELECT * FROM notes":                                                                   ReadWord,
		"/* hint */ select 1":                                                                   ReadWord,
		"-- a comment\nINSERT INTO notes VALUES (1)":                                            AgainWord,
		"WITH n AS (SELECT 1) SELECT * FROM n":                                                  ReadWord,
		"WITH n AS (SELECT 1) INSERT INTO notes SELECT * FROM n":                                AgainWord,
		"INSERT INTO notes (id) VALUES ($1) ON CONFLICT DO NOTHING":                             SetWord,
		"INSERT INTO hits (id, n) VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET n = hits.n + 1": AgainWord,
		"INSERT OR REPLACE INTO notes VALUES (?)":                                               SetWord,
		"INSERT IGNORE INTO notes VALUES (?)":                                                   SetWord,
		"INSERT INTO notes SELECT ? WHERE NOT EXISTS (SELECT 1 FROM notes WHERE id = ?)":        SetWord,
		"REPLACE INTO notes VALUES (?)":                                                         SetWord,
		"MERGE INTO notes USING x ON (id = x.id) WHEN MATCHED THEN UPDATE SET t = x.t":          SetWord,
		"UPDATE notes SET title = ? WHERE id = ?":                                               SetWord,
		"UPDATE notes SET changed = now(), title = ?":                                           SetWord,
		"UPDATE stock SET n = n - 1":                                                            AgainWord,
		"UPDATE stock\nSET n = COALESCE(n, 0) + ?":                                              AgainWord,
		"UPDATE notes SET body = body || ?":                                                     AgainWord,
		"DELETE FROM notes WHERE id = ?":                                                        DeleteWord,
		"TRUNCATE notes":                                                                        DeleteWord,
		"CREATE TABLE IF NOT EXISTS notes (id int)":                                             SetWord,
		"MATCH (n:Note) WHERE n.id = $id RETURN n":                                              ReadWord,
		"CREATE (n:Note {id: $id})":                                                             AgainWord,
		"MERGE (n:Note {id: $id}) ON CREATE SET n.at = timestamp()":                             SetWord,
		"MATCH (a), (b) CREATE (a)-[:NEXT]->(b)":                                                AgainWord,
		"MATCH (n:Note {id: $id}) DETACH DELETE n":                                              DeleteWord,
		"MATCH (n:Note {id: $id}) SET n.seen = n.seen + 1":                                      AgainWord,
		"CREATE TABLE content (id int)":                                                         SetWord,
		"CREATE notes SET text = $text":                                                         AgainWord,
		"CREATE notes CONTENT {text: $text}":                                                    AgainWord,
		"CREATE type::thing('notes', $id) CONTENT {text: $text}":                                SetWord,
		"RELATE $a->cites->$b":                                                                  AgainWord,
		"CREATE INDEX n ON notes (id)":                                                          SetWord,
		"CALL pay(?)":                                                                           WriteWord,
		"*":                                                                                     NoWord,
		"":                                                                                      NoWord,
	} {
		if got := sqlWord(q); got != want {
			t.Errorf("sqlWord(%q) = %v, want %v", q, got, want)
		}
	}
}

func TestHTTPWord(t *testing.T) {
	for _, x := range []struct {
		verb, url string
		want      Word
	}{
		{"GET", "https://a.example/notes", ReadWord},
		{"PUT", "https://a.example/notes/*", SetWord},
		{"PATCH", "/notes/*", SetWord},
		{"DELETE", "/notes/*", DeleteWord},
		{"POST", "https://a.example/v1/notes", AgainWord},
		{"POST", "*/v1/notes?dry=*", AgainWord},
		{"POST", "/v1/notes/*", WriteWord},
		{"POST", "/v1/notes/*/enable", SetWord},
		{"POST", "/v1/notes/*/publish", AgainWord},
		{"POST", "/v1/notes/search", ReadWord},
		{"POST", "/v1/notes:batchGet", ReadWord},
		{"POST", "/api/Notes.CreateNote", AgainWord},
		{"POST", "/api/Notes.QueryNotes", ReadWord},
		{"POST", "/graphql", ReadWord},
		{"POST", "/oauth/token", ReadWord},
		{"POST", "/v1/status", WriteWord},
		{"POST", "*", WriteWord},
		{"*", "/v1/notes", WriteWord},
	} {
		if got, _ := httpWord(x.verb, x.url); got != x.want {
			t.Errorf("%s %s is %v, want %v", x.verb, x.url, got, x.want)
		}
	}
}

func TestGraphWord(t *testing.T) {
	for body, want := range map[string]Word{
		"mutation M($t: String!) { addReply(text: $t) { id } }": AgainWord,
		"mutation { x: createLabel(name: \"a\") { id } }":       SetWord, // a label's name exists once
		"mutation { addStar(id: 1) { id } }":                    SetWord,
		"mutation { deleteNote(id: 1) { id } }":                 DeleteWord,
		"query Q { notes { id } }":                              ReadWord,
		"{ notes { id } }":                                      NoWord,
	} {
		if got := graphWord(body); got != want {
			t.Errorf("graphWord(%q) = %v, want %v", body, got, want)
		}
	}
}

func TestAsksModel(t *testing.T) {
	for url, want := range map[string]bool{
		"https://model.example/v1/chat/completions":     true,
		"https://api.anthropic.com/v1/messages":         true,
		"${OPENAI_BASE_URL}/responses":                  true,
		"https://x.example/v1/models/m:generateContent": true,
		"https://mail.example/v1/messages":              false,
		"https://shop.example/orders/completions/new":   false,
	} {
		if got := asksModel.MatchString(url); got != want {
			t.Errorf("asksModel(%q) = %v", url, got)
		}
	}
}
