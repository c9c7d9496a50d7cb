package info

import (
	"math"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
)

// valueSets describes the value sets (P4Runtime 6.4.7): one match field for a set of
// numbers, one a field for a set of structs.
func (b *builder) valueSets() {
	for _, s := range b.prog.Sets {
		if s.Size > math.MaxInt32 {
			b.diags.Errorf(s.At, CodeSize, "value set %s has a size of %d: it must fit in 31 bits", s.Name, s.Size)
			continue
		}
		out := &config.ValueSet{Preamble: b.preamble(config.P4Ids_VALUE_SET, s.Name, s.Annotations, s.At), Size: int32(s.Size)}
		switch t := s.Type.(type) {
		case *ir.BitsType:
			out.Match = []*config.MatchField{{Id: 1, Bitwidth: width(t, b), Match: exact()}}
		case *ir.NewType:
			b.types.use(t, s.At)
			out.Match = []*config.MatchField{{Id: 1, Bitwidth: width(t, b), Match: exact(), TypeName: newTypeName(t, b)}}
		case *ir.EnumType:
			out.Match = b.enumMatch(t, s)
		case *ir.RecordType:
			out.Match = b.structMatch(t, s)
		default:
			b.diags.Errorf(s.At, CodeType, "value set %s is of type %s: a controller can give values of bit, new types, serializable enums and structs of these", s.Name, t)
		}
		if has(s.Annotations, "hidden") {
			continue
		}
		b.info.ValueSets = append(b.info.ValueSets, out)
	}
}

func exact() *config.MatchField_MatchType_ {
	return &config.MatchField_MatchType_{MatchType: config.MatchField_EXACT}
}

// enumMatch has a match field for each member, as the reference compiler has it.
func (b *builder) enumMatch(t *ir.EnumType, s *ir.ValueSet) []*config.MatchField {
	if t.Repr == nil {
		b.diags.Errorf(s.At, CodeType, "value set %s is of type %s, whose members have no values: only serializable enums do", s.Name, t)
		return nil
	}
	var out []*config.MatchField
	for i, m := range t.Members {
		out = append(out, &config.MatchField{Id: uint32(i + 1), Name: m, Bitwidth: width(t, b), Match: exact()})
	}
	return out
}

func (b *builder) structMatch(t *ir.RecordType, s *ir.ValueSet) []*config.MatchField {
	if t.Kind != ir.Struct {
		b.diags.Errorf(s.At, CodeType, "value set %s is of type %s: of the types with fields only structs have names that a controller can use", s.Name, t)
		return nil
	}
	var out []*config.MatchField
	ids := b.fieldIDs(len(t.Fields), func(i int) []ir.Annotation { return t.Fields[i].Annotations }, s.At)
	for i, f := range t.Fields {
		switch ft := f.Type.(type) {
		case *ir.BitsType, *ir.NewType, *ir.BoolType:
		case *ir.EnumType:
			if ft.Repr == nil {
				b.diags.Errorf(s.At, CodeType, "field %s of value set %s is of type %s, whose members have no values", f.Name, s.Name, ft)
				continue
			}
		default:
			b.diags.Errorf(s.At, CodeType, "field %s of value set %s is of type %s: a controller can give values of bit, bool, new types and serializable enums", f.Name, s.Name, ft)
			continue
		}
		b.types.use(f.Type, s.At)
		m := &config.MatchField{Id: ids[i], Name: b.shownName(f.Name, f.Annotations), Bitwidth: width(f.Type, b), TypeName: newTypeName(f.Type, b)}
		match := "exact"
		if i < len(s.Matches) {
			match = s.Matches[i]
		}
		setMatch(m, match)
		b.annotate(annotated{&m.Annotations, &m.StructuredAnnotations, &m.Doc}, f.Annotations, s.At, "match")
		out = append(out, m)
	}
	return out
}
