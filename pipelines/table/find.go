package table

// Find is the record of the entry that matches a packed key in table t, whatever its
// kind, or of the default action.
func (v View) Find(t int, key []byte) *Record {
	switch v.table(t).Kind {
	case kindTrie:
		return v.LPM(t).Find(key)
	case kindTuple:
		return v.Ternary(t).Find(key)
	case kindList:
		return v.Range(t).Find(key)
	}
	return v.Exact(t).Find(key)
}
