// Package squirrel stands in for a builder of statements.
package squirrel

type UpdateBuilder struct{ table string }

func Update(table string) UpdateBuilder { return UpdateBuilder{table} }

func (b UpdateBuilder) Set(column string, value any) UpdateBuilder { return b }
func (b UpdateBuilder) Where(pred any, args ...any) UpdateBuilder  { return b }
func (b UpdateBuilder) ToSql() (string, []any, error)              { return b.table, nil, nil }

type InsertBuilder struct{ table string }

func Insert(into string) InsertBuilder { return InsertBuilder{into} }

func (b InsertBuilder) Columns(columns ...string) InsertBuilder { return b }
func (b InsertBuilder) Values(values ...any) InsertBuilder      { return b }
func (b InsertBuilder) ToSql() (string, []any, error)           { return b.table, nil, nil }
