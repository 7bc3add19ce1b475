package handles

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

func init() { openers["sqlite"] = OpenSQLite }

// OpenSQLite opens a store in a SQLite file, which is made if it is not there. The address is "sqlite:" and the file's path, relative
// ("sqlite:handles.db") or absolute ("sqlite:/var/lib/app/handles.db"). All replicas must see the same file on one machine: SQLite's
// locks do not work over network file systems.
func OpenSQLite(ctx context.Context, address string) (Store, error) {
	path := strings.TrimPrefix(strings.TrimPrefix(address, "sqlite:"), "//")
	if path == "" {
		return nil, fmt.Errorf("%s names no file: want sqlite:handles.db", address)
	}
	// Writers wait for each other instead of failing, and take the lock at the beginning of a transaction, so that no two of them wait
	// for each other.
	options := url.Values{"_pragma": {"busy_timeout(20000)", "journal_mode(WAL)", "synchronous(FULL)"}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+options.Encode())
	if err != nil {
		return nil, err
	}
	s := &SQL{db: db}
	for _, t := range tables {
		if _, err := db.ExecContext(ctx, t); err != nil {
			db.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return s, nil
}
