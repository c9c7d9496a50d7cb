package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/pipelines"
	"up4/pipelines/lir"
	"up4/pipelines/state"
)

// keyField is a field of a packed key: right-aligned in whole bytes.
type keyField struct {
	v    value
	bits int
}

// packKey is how a key is searched by: a word, or bytes in memory.
func (g *gen) packKey(fields []keyField, d *pipelines.Table) (find lir.Find, key lir.Expr, bytes int) {
	exact, prefix, ranges, masks := true, false, false, false
	for _, f := range fields {
		bytes += (f.bits + 7) / 8
	}
	for _, k := range d.Keys {
		switch k.Match.String() {
		case "exact":
			continue
		case "lpm":
			prefix = true
		case "range":
			ranges = true
		default:
			masks = true
		}
		exact = false
	}
	switch {
	case ranges:
		return lir.FindRange, g.packBytes(fields, bytes), bytes
	case masks:
		return lir.FindTernary, g.packBytes(fields, bytes), bytes
	}
	switch {
	case exact && bytes > 0 && bytes <= 8:
		w := zeroOf(0)
		for i, f := range fields {
			x := resized(f.v, (f.bits+7)/8*8, false)
			if w = x; i > 0 {
				w = concat(wordValue(key, key.Type().Bits), x)
			}
			key = w.limb(0)
			if w.bits < 64 {
				key = widened(key, w.bits)
			}
		}
		return lir.FindWord, swap64(shl(key, 64-8*bytes, 64)), bytes
	case prefix && len(fields) == 1 && fields[0].bits <= 32:
		return lir.FindPrefix, shl(fields[0].v.limb(0), 32-fields[0].bits, 32), bytes
	case prefix:
		return lir.FindLPM, g.packBytes(fields, bytes), bytes
	}
	return lir.FindExact, g.packBytes(fields, bytes), bytes
}

// widened lets a word be taken for one of more bits.
func widened(x lir.Expr, bits int) lir.Expr {
	if x.Type().Bits >= bits {
		return x
	}
	if c, ok := x.(*lir.Const); ok {
		return num(c.V, bits)
	}
	return &lir.Binary{Op: lir.Or, X: x, Y: num(0, bits), T: word(bits)}
}

func swap64(x lir.Expr) lir.Expr { return &lir.Unary{Op: lir.Swap, X: x, T: word(64)} }

// packBytes writes fields one after the other.
func (g *gen) packBytes(fields []keyField, bytes int) lir.Expr {
	at := g.recordAt(g.scratch(max(8, bytes)))
	bit := 0
	for _, f := range fields {
		w := (f.bits + 7) / 8 * 8
		g.storeBits(at, bit, w, resized(f.v, w, false))
		bit += w
	}
	return at
}

// lookup finds a key, and gives the entry's address.
func (g *gen) lookup(t int, fields []keyField, silent bool) lir.Expr {
	d := &g.schema.Program.Tables[t]
	find, key, n := g.packKey(fields, d)
	entry := g.local("entry", pointer)
	g.temps[entry] = true
	g.emit(&lir.Lookup{At: g.at, Table: t, Find: find, Key: key, Len: n, Silent: silent, Entry: entry})
	return use(entry)
}

func entryAction(e lir.Expr) lir.Expr { return &lir.Load{Ptr: e, Off: lir.EntryAction, Bytes: 2} }
func entryHit(e lir.Expr) lir.Expr    { return &lir.Load{Ptr: e, Off: lir.EntryHit, Bytes: 4} }

// inSet says whether a value set holds the values.
func (g *gen) inSet(s *ir.ValueSet, leaves []leaf) lir.Expr {
	i := g.schema.Sets[s]
	var fields []keyField
	for k, key := range g.schema.Program.Tables[i].Keys {
		v := leaves[k].v
		if v.bool {
			v = wordValue(v.asWord(), 1)
		}
		fields = append(fields, keyField{resized(v, key.Bits, false), key.Bits})
	}
	return g.temp("in", cmp(lir.Ne, entryHit(g.lookup(i, fields, true)), num(0, 1)))
}

// keyBits is the width of a key in its table.
func keyBits(t ir.Type) int { return max(1, widthOf(t)) }

// apply applies a table (14.2.2).
func (g *gen) apply(a *ir.Apply, blocks map[*ir.Block]*lir.Block, to exits) {
	t := g.schema.Tables[a.Table]
	d := &g.schema.Program.Tables[t]
	var fields []keyField
	var chooses []leaf
	for _, k := range a.Table.Keys {
		v := g.value(k.Expr)
		if k.Match == "selector" {
			chooses = append(chooses, leaf{v: g.keep("select", v), t: k.Expr.Type()})
			continue
		}
		if v.bool {
			v = wordValue(v.asWord(), 1)
		}
		n := keyBits(k.Expr.Type())
		fields = append(fields, keyField{g.keep("key", resized(v, n, false)), n})
	}
	entry := g.lookup(t, fields, false)
	hit := g.temp("hit", entryHit(entry))
	if l := g.lastOf(a.Table); l != nil {
		g.set(l, hit)
	}
	if d.Counter >= 0 && g.schema.Program.Arrays[d.Counter].Unit != state.Packets {
		g.when(cmp(lir.Ne, hit, num(0, 1)), func() {
			g.call(lir.Count, d.Counter, []lir.Expr{hit, num(1, 1), g.length()})
		})
	}
	none := uint64(len(a.Table.Actions))
	action := g.temp("action", entryAction(entry))
	if d.Profile != 0 {
		entry, action = g.member(d, entry, hit, action, chooses, none)
	}
	join := g.block("applied")
	g.actions(a, entry, action, join, blocks, to)
	g.begin(join)
	if a.Hit != nil {
		g.store(g.find(a.Hit), boolValue(cmp(lir.Ne, hit, num(0, 1))))
	}
	if a.Action != nil {
		n := num(none, indexBits)
		g.store(g.find(a.Action), wordValue(cond(cmp(lir.Lt, action, n), action, n), indexBits))
	}
}

// lastOf is where the index of the hit counter of the entry that matched last is kept,
// for a direct meter; nil if the table has none.
func (g *gen) lastOf(t *ir.Table) *lir.Local {
	if d := &g.schema.Program.Tables[g.schema.Tables[t]]; d.Meter < 0 {
		return nil
	}
	l := g.last[t]
	if l == nil {
		l = g.local("last_"+t.Local, word(32))
		g.last[t] = l
	}
	return l
}

// member is the member of a profile that an entry names, or, of a group, the one that
// the hash of the selector's keys picks.
func (g *gen) member(d *pipelines.Table, entry, hit, action lir.Expr, chooses []leaf, none uint64) (lir.Expr, lir.Expr) {
	toEntry, toAction := g.local("entry", pointer), g.local("action", word(16))
	g.set(toEntry, entry)
	g.set(toAction, action)
	members := &g.schema.Program.Tables[d.Profile]
	// What is no action of the table's own names a member or a group, if there is an entry.
	named := cmp(lir.Le, num(none, 16), action)
	g.when(named, func() {
		g.set(toAction, num(none, 16))
		g.when(cmp(lir.Ne, hit, num(0, 1)), func() {
			number := g.local("member", word(32))
			g.set(number, &lir.Load{Ptr: entry, Off: lir.EntryData, Bytes: 4, Big: true})
			found := g.local("found", boolean)
			g.set(found, truth(true))
			if group := slices.IndexFunc(d.Actions, func(a pipelines.Action) bool { return a.Name == pipelines.GroupAction }); group >= 0 && members.Groups != 0 {
				g.when(cmp(lir.Eq, action, num(uint64(group), 16)), func() { g.pick(members, number, found, chooses) })
			}
			g.when(use(found), func() {
				m := g.lookup(d.Profile, []keyField{{wordValue(use(number), 32), 32}}, true)
				g.when(cmp(lir.Ne, entryHit(m), num(0, 1)), func() {
					g.set(toEntry, m)
					g.set(toAction, entryAction(m))
				})
			})
		})
	})
	return use(toEntry), use(toAction)
}

// pick replaces the number of a group by that of the member that is chosen.
func (g *gen) pick(members *pipelines.Table, number, found *lir.Local, chooses []leaf) {
	group := g.lookup(members.Groups, []keyField{{wordValue(use(number), 32), 32}}, true)
	n := g.temp("size", entryAction(group))
	g.set(found, and(cmp(lir.Ne, entryHit(group), num(0, 1)), cmp(lir.Ne, n, num(0, 1))))
	g.when(use(found), func() {
		ptr, bytes := g.pack(chooses, 0)
		h := g.result("hash", 64, lir.Hash, algorithmIndex(members.Hash), ptr, bytes)
		i := bin(lir.Rem, h, n, 16)
		g.set(number, &lir.Load{Ptr: plus(group, shl(i, 2, 32)), Off: lir.EntryData, Bytes: 4, Big: true})
	})
}

// actions runs the action of an entry.
func (g *gen) actions(a *ir.Apply, entry, action lir.Expr, join *lir.Block, blocks map[*ir.Block]*lir.Block, to exits) {
	var cases []lir.Case
	var heads []*lir.Block
	for i := range a.Table.Actions {
		b := g.block(a.Table.Actions[i].Func.Local)
		heads = append(heads, b)
		cases = append(cases, lir.Case{Values: []uint64{uint64(i)}, To: b})
	}
	if len(cases) == 0 {
		g.jump(join)
		return
	}
	g.end(&lir.Switch{At: g.at, X: action, Cases: cases, Default: join})
	exit := to.exit
	if a.Exit != nil {
		exit = blocks[a.Exit]
	}
	for i := range a.Table.Actions {
		g.begin(heads[i])
		g.act(&a.Table.Actions[i], entry, join, exit)
	}
}

// act runs an action: what the table's list binds is copied in and out, and the rest
// is read where it is, in the entry: no program writes to it (12.1).
func (g *gen) act(a *ir.TableAction, entry lir.Expr, join, exit *lir.Block) {
	at := 8 * lir.EntryData
	var out []func()
	for i, p := range a.Func.Params {
		delete(g.given, p)
		if i >= len(a.Bound) {
			w := widthOf(p.Type)
			n := (w + 7) / 8 * 8
			g.given[p] = &ref{t: under(p.Type), ptr: entry, valid: truth(true), bit: at + n - w}
			at += n
			continue
		}
		c := g.vars.cell(p.Name, p.Type)
		g.resetCell(c)
		g.cells[p] = c
		to := &ref{t: c.t, cell: c}
		out = append(out, g.bind(to, a.Bound[i])...)
	}
	g.body(a.Func, out, exits{done: join, exit: exit, reject: exit})
}

// bind copies an argument in, and gives what copies it out.
func (g *gen) bind(to *ref, o ir.Operand) []func() {
	switch {
	case o.Value != nil:
		g.fillPart(to, o.Value)
	case o.Place != nil:
		if o.Dir == ir.InOut {
			g.copyRef(to, g.find(o.Place))
		}
		return []func(){func() { g.copyRef(g.find(o.Place), to) }}
	}
	return nil
}

// body runs a function's code, and copies out however it ends.
func (g *gen) body(f *ir.Func, out []func(), to exits) {
	if len(out) == 0 {
		g.code(f, to)
		return
	}
	inner := exits{done: g.block("out"), exit: g.block("out"), reject: g.block("out"), result: to.result}
	g.code(f, inner)
	for _, way := range []struct{ from, to *lir.Block }{{inner.done, to.done}, {inner.exit, to.exit}, {inner.reject, to.reject}} {
		g.begin(way.from)
		for _, o := range out {
			o()
		}
		g.jump(way.to)
	}
}
