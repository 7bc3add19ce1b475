package writes

import (
	"strings"
	"unicode"
)

// Word is what a verb says about repetition.
type Word uint8

// The kinds of verb.
const (
	NoWord Word = iota
	ReadWord
	SetWord    // doing it twice leaves what doing it once left
	DeleteWord // like SetWord, but something is gone
	WriteWord  // changes something; whether twice differs from once is open
	AgainWord  // twice is not once
)

var vocabulary = map[string]Word{}

func init() {
	for kind, words := range map[Word]string{
		ReadWord: `get list search read describe query find show fetch lookup look view check count explain inspect browse diff compare validate verify
			analyze analyse detect discover retrieve summarize summarise ping whoami info help print tail tree estimate preview render scan lint
			resolve_name test_connection ask_for select_from export download stat exists is has watch monitor trace suggest recommend calculate compute convert
			translate parse format decode encode hash lookup head peek locate match filter sort poll wait greet echo introspect load lint merge_base diagnose troubleshoot`,
		SetWord: `update set put edit label close star unstar assign unassign mark dismiss enable disable rename replace resolve unresolve reopen archive
			unarchive cancel stop lock unlock save upsert apply configure connect disconnect open select use switch navigate goto reload clear
			reset attach detach grant revoke subscribe unsubscribe approve reject pause resume suspend unsuspend restore copy ensure
			activate deactivate quarantine pin unpin mute unmute follow unfollow block unblock upgrade modify change adjust reprioritize
			link unlink tag untag login logout authenticate authorize overwrite patch bind unbind leave sync refresh warm cache init initialize setup
			install checkpoint commit accept decline acknowledge snooze`,
		DeleteWord: `delete remove uninstall purge drop destroy erase terminate kill unset unregister unlabel prune wipe`,
		WriteWord:  `write manage store persist destructive eval evaluate process`,
		AgainWord: `create add append insert send post publish produce emit push enqueue submit trigger run exec execute start launch spawn fork clone
			deploy redeploy pay charge refund transfer increment incr bump decrement decr comment reply dispatch rerun restart retry replay step continue click press tap type
			scroll invoke request book order buy purchase schedule invite notify broadcast import upload record log consume ack pop dequeue
			advance undo redo back forward swipe drag debug fill submit merge rotate regenerate reboot fire announce tweet email mail message sms dial
			mint issue place redeem withdraw deposit vote rate review enroll checkout confirm_order skip split resend power_cycle reset_password password_reset`,
	} {
		for w := range strings.FieldsSeq(words) {
			if _, ok := vocabulary[w]; !ok {
				vocabulary[w] = kind
			}
		}
	}
	for noun, verb := range map[string]string{
		"execution": "run", "executor": "run", "invocation": "run", "creation": "create", "deletion": "delete", "launcher": "launch", "sender": "send", "publisher": "publish",
		"deployment": "", "message": "", "request": "", "comment": "", "issue": "", "order": "", "log": "", "record": "", "review": "", "test": "", "label": "",
	} {
		nouns[noun] = verb
	}
}

// nouns are words that are verbs only at the beginning of a name, or that
// stand for one.
var nouns = map[string]string{}

// Split breaks an identifier into lower-case words.
func Split(s string) []string {
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
			cur = cur[:0]
		}
	}
	rs := []rune(s)
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r):
			if i > 0 && unicode.IsLower(rs[i-1]) || i > 0 && i+1 < len(rs) && unicode.IsUpper(rs[i-1]) && unicode.IsLower(rs[i+1]) {
				flush()
			}
		}
		cur = append(cur, r)
	}
	flush()
	return out
}

// wordOf is what one word says, whatever its form: create, creates, creating,
// created.
func wordOf(w string) Word {
	if k, ok := vocabulary[w]; ok {
		return k
	}
	for _, suffix := range []string{"s", "es", "ing", "ed", "d"} {
		stem, ok := strings.CutSuffix(w, suffix)
		if !ok || len(stem) < 3 {
			continue
		}
		for _, cand := range []string{stem, stem + "e"} {
			if k, ok := vocabulary[cand]; ok {
				return k
			}
		}
		if n := len(stem); n > 3 && stem[n-1] == stem[n-2] { // running, getting
			if k, ok := vocabulary[stem[:n-1]]; ok {
				return k
			}
		}
		if strings.HasSuffix(stem, "i") { // copies
			if k, ok := vocabulary[stem[:len(stem)-1]+"y"]; ok {
				return k
			}
		}
	}
	return NoWord
}

// NameWord is what an identifier says: its first verb. A noun that can be a
// verb is one at the beginning only: log_event logs, pod_log is a log.
func NameWord(name string) Word {
	words := Split(name)
	for i := 0; i < len(words); i++ {
		if verb, isNoun := nouns[words[i]]; isNoun {
			if verb != "" {
				return vocabulary[verb]
			}
			continue
		}
		if i+1 < len(words) && generic[words[i]] && words[i+1] == "query" {
			i++ // what the query does is open
			continue
		}
		if k := verbAt(words, i); k != NoWord {
			return k
		}
	}
	if len(words) > 0 && !generic[words[0]] {
		return vocabulary[words[0]]
	}
	return NoWord
}

// nounWord is what an identifier says if the first of its nouns is a verb.
func nounWord(name string) Word {
	for _, w := range Split(name) {
		if k, ok := vocabulary[w]; ok {
			return k
		}
	}
	return NoWord
}

// verbAt is what a word says together with the one that follows it.
func verbAt(words []string, i int) Word {
	if i+1 < len(words) {
		if k, ok := vocabulary[words[i]+"_"+words[i+1]]; ok {
			return k
		}
	}
	return vocabulary[words[i]]
}

// onceOnly are things whose name exists once: creating one twice is refused the
// second time.
var onceOnly = map[string]bool{
	"label": true, "ref": true, "branch": true, "tag": true, "namespace": true, "topic": true, "bucket": true, "database": true, "table": true, "index": true, "user": true,
	"role": true, "tenant": true, "directory": true, "folder": true, "dir": true, "schema": true, "collection": true, "queue": true, "subscription": true, "view": true, "alias": true,
	"repository": true, "repo": true, "cluster": true, "network": true, "volume": true, "secret": true, "keyspace": true, "stream": true, "consumer": true, "team": true,
}

// generic are verbs that say nothing without their object.
var generic = map[string]bool{}

// asking are objects of such verbs that make reading of them.
var asking = map[string]bool{}

func init() {
	for w := range strings.FieldsSeq("run runs execute executes exec perform performs start starts make makes do does issue issues") {
		generic[w] = true
	}
	for w := range strings.FieldsSeq(`search searches query queries check checks scan scans analysis analyses test tests lint validation lookup inspection comparison diff read reads
		vulncheck health audit audits diagnostic diagnostics benchmark benchmarks`) {
		asking[w] = true
	}
}

// DescWord is what a description says in its first sentence: the first verb of
// its first few words.
func DescWord(desc string) Word {
	desc = strings.TrimSpace(desc)
	if i := strings.IndexAny(desc, ".\n;"); i > 0 {
		desc = desc[:i]
	}
	words := strings.FieldsFunc(strings.ToLower(desc), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	for i, w := range words {
		if i > 5 {
			break
		}
		k := wordOf(w)
		if k == NoWord || i > 0 && strings.HasSuffix(w, "ed") && vocabulary[w] == NoWord {
			continue // an authenticated request, a deleted note
		}
		if _, isNoun := nouns[singular(w)]; isNoun && i > 0 {
			continue
		}
		if w == "use" && i == 0 && len(words) > 1 {
			switch words[1] {
			case "this", "it", "when", "to", "for":
				continue // when to call the tool
			}
		}
		if k == AgainWord && generic[w] {
			for _, x := range words[i+1 : min(i+6, len(words))] {
				switch x {
				case "write", "insert", "update", "delete", "modify", "mutation", "command", "ddl", "dml":
					return k
				}
				if asking[x] {
					return ReadWord // running a search is searching
				}
			}
		}
		return k
	}
	return NoWord
}
