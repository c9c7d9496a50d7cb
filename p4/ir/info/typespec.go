package info

import (
	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
	"up4/p4/source"
)

// typeSpecs describes types, and keeps the declared ones that are spoken of for the
// list of types (P4Runtime 6.5 and 8.4.2).
type typeSpecs struct {
	b    *builder
	list *config.P4TypeInfo
	seen map[string]ir.Type // by shown name
	any  bool
}

func newTypeSpecs(b *builder) *typeSpecs {
	return &typeSpecs{b: b, seen: map[string]ir.Type{}, list: &config.P4TypeInfo{
		Structs: map[string]*config.P4StructTypeSpec{}, Headers: map[string]*config.P4HeaderTypeSpec{},
		HeaderUnions: map[string]*config.P4HeaderUnionTypeSpec{}, Enums: map[string]*config.P4EnumTypeSpec{},
		SerializableEnums: map[string]*config.P4SerializableEnumTypeSpec{}, NewTypes: map[string]*config.P4NewTypeSpec{},
	}}
}

// info is the list of types, nil if there are none.
func (t *typeSpecs) info() *config.P4TypeInfo {
	if !t.any {
		return nil
	}
	return t.list
}

// first says whether a declared type is met for the first time. Of two types with one
// name, which only @name can make, a controller could know no more than one.
func (t *typeSpecs) first(name string, typ ir.Type, at source.Span) bool {
	if other, known := t.seen[name]; known {
		if other != typ {
			t.b.diags.Errorf(at, CodeTypeName, "types %s and %s both have the name %s for the control plane: give one of them another @name", other, typ, name)
		}
		return false
	}
	t.seen[name] = typ
	t.any = true
	return true
}

// use puts a type in the list, if it is a declared one. What is wrong with it is said
// of the place that uses it: types have none.
func (t *typeSpecs) use(typ ir.Type, at source.Span) {
	switch typ.(type) {
	case *ir.EnumType, *ir.NewType, *ir.RecordType, *ir.StackType, *ir.ErrorType:
		t.spec(typ, at)
	}
}

// spec describes a type.
func (t *typeSpecs) spec(typ ir.Type, at source.Span) *config.P4DataTypeSpec {
	b := t.b
	switch typ := typ.(type) {
	case *ir.BitsType, *ir.VarbitType:
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_Bitstring{Bitstring: bitstring(typ)}}
	case *ir.BoolType:
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_Bool{Bool: &config.P4BoolType{}}}
	case *ir.ErrorType:
		t.errors()
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_Error{Error: &config.P4ErrorType{}}}
	case *ir.EnumType:
		name := b.typeName(typ.Name, typ.Annotations)
		t.enum(name, typ, at)
		if typ.Repr != nil {
			return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_SerializableEnum{SerializableEnum: named(name)}}
		}
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_Enum{Enum: named(name)}}
	case *ir.NewType:
		name := b.typeName(typ.Name, typ.Annotations)
		t.newType(name, typ, at)
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_NewType{NewType: named(name)}}
	case *ir.RecordType:
		return t.record(typ, at)
	case *ir.StackType:
		return t.stack(typ, at)
	}
	b.diags.Errorf(at, CodeType, "a controller cannot hold a value of type %s", typ)
	return &config.P4DataTypeSpec{}
}

func named(name string) *config.P4NamedType { return &config.P4NamedType{Name: name} }

// bitstring is the form of types that are strings of bits, and of those that are
// represented by one.
func bitstring(typ ir.Type) *config.P4BitstringLikeTypeSpec {
	switch typ := ir.Underlying(typ).(type) {
	case *ir.BitsType:
		if typ.Signed {
			return &config.P4BitstringLikeTypeSpec{TypeSpec: &config.P4BitstringLikeTypeSpec_Int{Int: &config.P4IntTypeSpec{Bitwidth: int32(typ.Width)}}}
		}
		return bits(typ.Width)
	case *ir.VarbitType:
		return &config.P4BitstringLikeTypeSpec{TypeSpec: &config.P4BitstringLikeTypeSpec_Varbit{Varbit: &config.P4VarbitTypeSpec{MaxBitwidth: int32(typ.Max)}}}
	case *ir.BoolType:
		return bits(1)
	}
	return nil
}

func bits(n int) *config.P4BitstringLikeTypeSpec {
	return &config.P4BitstringLikeTypeSpec{TypeSpec: &config.P4BitstringLikeTypeSpec_Bit{Bit: &config.P4BitTypeSpec{Bitwidth: int32(n)}}}
}

func (t *typeSpecs) errors() {
	if t.list.Error == nil {
		t.any = true
		t.list.Error = &config.P4ErrorTypeSpec{Members: t.b.prog.Errors}
	}
}

func (t *typeSpecs) enum(name string, typ *ir.EnumType, at source.Span) {
	if !t.first(name, typ, at) {
		return
	}
	if typ.Repr == nil {
		e := &config.P4EnumTypeSpec{}
		for _, m := range typ.Members {
			e.Members = append(e.Members, &config.P4EnumTypeSpec_Member{Name: m})
		}
		t.list.Enums[name] = e
		return
	}
	e := &config.P4SerializableEnumTypeSpec{UnderlyingType: &config.P4BitTypeSpec{Bitwidth: int32(typ.Repr.Width)}}
	for i, m := range typ.Members {
		e.Members = append(e.Members, &config.P4SerializableEnumTypeSpec_Member{Name: m, Value: bytesOfInt(typ.Values[i], typ.Repr.Width)})
	}
	t.list.SerializableEnums[name] = e
}

const translationName = "p4runtime_translation"

func (t *typeSpecs) newType(name string, typ *ir.NewType, at source.Span) {
	if !t.first(name, typ, at) {
		return
	}
	n := &config.P4NewTypeSpec{}
	t.list.NewTypes[name] = n
	t.b.annotate(annotated{plain: &n.Annotations, structured: &n.StructuredAnnotations}, typ.Annotations, at, translationName)
	under := typ.Under
	for {
		u, ok := under.(*ir.NewType)
		if !ok {
			break
		}
		under = u.Under
	}
	tr, ok := t.b.translation(typ, at)
	if !ok {
		n.Representation = &config.P4NewTypeSpec_OriginalType{OriginalType: t.spec(under, at)}
		return
	}
	if bits, ok := under.(*ir.BitsType); !ok || bits.Signed {
		t.b.diags.Errorf(at, CodeTranslation, "type %s has @%s, which only types over bit can have; it is over %s", typ.Name, translationName, under)
	}
	out := &config.P4NewTypeTranslation{Uri: tr.uri}
	if tr.isString {
		out.SdnType = &config.P4NewTypeTranslation_SdnString_{SdnString: &config.P4NewTypeTranslation_SdnString{}}
	} else {
		out.SdnType = &config.P4NewTypeTranslation_SdnBitwidth{SdnBitwidth: int32(tr.width)}
	}
	n.Representation = &config.P4NewTypeSpec_TranslatedType{TranslatedType: out}
}

func (t *typeSpecs) record(typ *ir.RecordType, at source.Span) *config.P4DataTypeSpec {
	name := t.b.typeName(typ.Name, typ.Annotations)
	switch typ.Kind {
	case ir.Struct:
		if t.first(name, typ, at) {
			s := &config.P4StructTypeSpec{}
			t.list.Structs[name] = s
			for _, f := range typ.Fields {
				s.Members = append(s.Members, &config.P4StructTypeSpec_Member{
					Name: t.b.shownName(f.Name, f.Annotations), TypeSpec: t.spec(f.Type, at)})
			}
		}
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_Struct{Struct: named(name)}}
	case ir.Header:
		if t.first(name, typ, at) {
			h := &config.P4HeaderTypeSpec{}
			t.list.Headers[name] = h
			for _, f := range t.b.flatten(typ) {
				t.use(f.typ, at)
				h.Members = append(h.Members, &config.P4HeaderTypeSpec_Member{Name: f.name, TypeSpec: bitstring(f.typ)})
			}
		}
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_Header{Header: named(name)}}
	case ir.Union:
		if t.first(name, typ, at) {
			u := &config.P4HeaderUnionTypeSpec{}
			t.list.HeaderUnions[name] = u
			for _, f := range typ.Fields {
				u.Members = append(u.Members, &config.P4HeaderUnionTypeSpec_Member{
					Name: t.b.shownName(f.Name, f.Annotations), Header: t.spec(f.Type, at).GetHeader()})
			}
		}
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_HeaderUnion{HeaderUnion: named(name)}}
	}
	tuple := &config.P4TupleTypeSpec{}
	for _, f := range typ.Fields {
		tuple.Members = append(tuple.Members, t.spec(f.Type, at))
	}
	return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_Tuple{Tuple: tuple}}
}

func (t *typeSpecs) stack(typ *ir.StackType, at source.Span) *config.P4DataTypeSpec {
	elem := t.spec(typ.Elem, at)
	switch {
	case elem.GetHeader() != nil:
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_HeaderStack{
			HeaderStack: &config.P4HeaderStackTypeSpec{Header: elem.GetHeader(), Size: int32(typ.Size)}}}
	case elem.GetHeaderUnion() != nil:
		return &config.P4DataTypeSpec{TypeSpec: &config.P4DataTypeSpec_HeaderUnionStack{
			HeaderUnionStack: &config.P4HeaderUnionStackTypeSpec{HeaderUnion: elem.GetHeaderUnion(), Size: int32(typ.Size)}}}
	}
	t.b.diags.Errorf(at, CodeType, "a controller cannot hold a value of type %s: of stacks, only those of headers and unions", typ)
	return &config.P4DataTypeSpec{}
}
