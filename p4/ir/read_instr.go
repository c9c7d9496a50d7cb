package ir

// term reads a terminator, or nil if there is none.
func (r *reader) term() Term {
	switch {
	case r.got("goto"):
		return &Goto{To: r.blockRef()}
	case r.got("if"):
		t := &If{Cond: r.expr()}
		r.want("then")
		t.Then = r.blockRef()
		r.want("else")
		t.Else = r.blockRef()
		return t
	case r.got("switch"):
		return r.switchTerm()
	case r.got("select"):
		return r.selectTerm()
	case r.got("return"):
		t := &Return{}
		if !r.peek().first {
			t.Value = r.expr()
		}
		return t
	case r.got("exit"):
		return &Exit{}
	case r.got("accept"):
		return &Accept{}
	case r.got("reject"):
		return &Reject{}
	}
	return nil
}

func (r *reader) blockRef() *Block { return r.blocks.get(r.ident()) }

// switch = "switch" expr "{" { keyset "=>" BLOCK } "default" "=>" BLOCK "}".
func (r *reader) switchTerm() Term {
	t := &Switch{X: r.expr()}
	r.want("{")
	for !r.got("default") {
		c := Case{Set: r.keyset()}
		r.want("=>")
		c.To = r.blockRef()
		t.Cases = append(t.Cases, c)
	}
	r.want("=>")
	t.Default = r.blockRef()
	r.want("}")
	return t
}

// select = "select" "(" exprs ")" "{" { ("set" NAME | keysets) "=>" BLOCK } "}".
func (r *reader) selectTerm() Term {
	t := &Select{}
	r.want("(")
	r.list(")", func() { t.Keys = append(t.Keys, r.expr()) })
	r.want("{")
	for !r.got("}") {
		c := SelectCase{}
		if r.got("set") {
			c.Whole = r.sets.get(r.ident())
		} else {
			c.Sets = r.keysets()
		}
		r.want("=>")
		c.To = r.blockRef()
		t.Cases = append(t.Cases, c)
	}
	return t
}

func (r *reader) instr() Instr {
	x := r.peek()
	if x.kind == lexWord && words[x.text] {
		r.pos++
		if i := r.wordInstr(x); i != nil {
			return i
		}
		if i := r.packetInstr(x); i != nil {
			return i
		}
		r.failAt(x, "an instruction is expected, not %s", x)
	}
	i := &Assign{Dst: r.place()}
	r.want("=")
	i.Value = r.expr()
	return i
}

func (r *reader) wordInstr(x lexeme) Instr {
	switch x.text {
	case "slice":
		i := &Assign{Sliced: true}
		r.want("(")
		i.Dst = r.place()
		i.Hi, i.Lo = r.bounds()
		r.want("=")
		i.Value = r.expr()
		return i
	case "reset":
		return &Reset{Place: r.place()}
	case "set_valid", "set_invalid":
		return &SetValid{Place: r.place(), Valid: x.text == "set_valid"}
	case "push_front", "pop_front":
		i := &Shift{Place: r.place()}
		r.want(",")
		if i.Count = r.int(); x.text == "pop_front" {
			i.Count = -i.Count
		}
		return i
	case "check_next", "check_last":
		return &CheckStack{Place: r.place(), Last: x.text == "check_last"}
	case "call":
		i := &Call{Func: r.funcs.get(r.ident())}
		i.Args = r.operands()
		i.Result = r.result()
		i.Exit = r.exit()
		return i
	case "call_extern":
		return r.externCall()
	case "apply":
		i := &Apply{Table: r.tables.get(r.ident())}
		if r.got("hit") {
			i.Hit = r.place()
		}
		if r.got("action") {
			i.Action = r.place()
		}
		i.Exit = r.exit()
		return i
	}
	return nil
}

func (r *reader) packetInstr(x lexeme) Instr {
	switch x.text {
	case "extract":
		i := &Extract{Packet: r.packet()}
		i.Dst = r.place()
		if r.got(",") {
			i.Size = r.expr()
		}
		return i
	case "lookahead":
		return &Lookahead{Packet: r.packet(), Dst: r.place()}
	case "advance":
		return &Advance{Packet: r.packet(), Bits: r.expr()}
	case "length":
		return &Length{Packet: r.packet(), Dst: r.place()}
	case "emit":
		return &Emit{Packet: r.packet(), Value: r.expr()}
	case "verify":
		i := &Verify{Cond: r.expr()}
		r.want(",")
		i.Error = r.expr()
		return i
	}
	return nil
}

// packet = NAME ",".
func (r *reader) packet() *Local {
	l := r.localRef()
	r.want(",")
	return l
}

// result = ["->" place].
func (r *reader) result() *Place {
	if r.got("->") {
		return r.place()
	}
	return nil
}

// exit = ["exit" BLOCK], on the same line: an exit on the next ends the block.
func (r *reader) exit() *Block {
	if !r.peek().first && r.got("exit") {
		return r.blockRef()
	}
	return nil
}

// extern = "call_extern" [("object" | "extern") NAME "."] NAME ["<" types ">"]
// operands ["->" place].
func (r *reader) externCall() Instr {
	i := &CallExtern{}
	switch {
	case r.got("object"):
		i.Object = r.objects.get(r.ident())
		r.want(".")
	case r.got("extern"):
		i.Recv = r.localRef()
		r.want(".")
	}
	i.Name = r.ident().text
	i.TypeArgs = r.typeArgs()
	i.Args = r.operands()
	i.Result = r.result()
	return i
}
