package info

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"up4/p4/include"
	"up4/p4/ir"
	"up4/p4/ir/lower"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/preproc"
	"up4/p4/types"
)

// wantSame is the share of the public programs, in percent, whose description is
// that of the reference compiler.
const wantSame = 99.0

// program reads, checks and lowers a file.
func program(path string) (p *ir.Program, set *source.Set, diags *source.List) {
	set, diags = &source.Set{}, &source.List{}
	pre := preproc.New(set, diags, preproc.Options{System: include.Lookup, SystemNames: include.Names()})
	if err := pre.Open(path); err != nil {
		diags.Errorf(source.Span{}, "file", "%v", err)
		return nil, set, diags
	}
	tree := syntax.Parse(pre, set, diags)
	if diags.Errors() > 0 {
		return nil, set, diags
	}
	checked := types.Check(tree, set, diags)
	if diags.Errors() > 0 {
		return nil, set, diags
	}
	p = lower.Lower(tree, checked, set, diags)
	if diags.Errors() > 0 {
		return nil, set, diags
	}
	return p, set, diags
}

// The public programs are described as the reference compiler does.
func TestReferences(t *testing.T) {
	if os.Getenv("P4LISTS") == "" {
		t.Skip("P4LISTS, which asks for the long tests over the public programs, is not set")
	}
	files, _ := filepath.Glob(filepath.Join(outputs(t), "*"+referenceExt))
	total, same := map[string]int{}, map[string]int{}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), referenceExt)
		file := filepath.Join(os.Getenv("P4C"), "testdata", "p4_16_samples", name)
		if _, err := os.Stat(file); err != nil {
			continue // made of a program in another language or folder
		}
		_, want := readReference(t, path)
		name = fmt.Sprintf("%s (%s)", name, want.GetPkgInfo().GetArch())
		total[want.GetPkgInfo().GetArch()]++
		p, set, diags := program(file)
		if p != nil {
			var opt Options
			if p.Main != nil && archs[p.Main.Type] == nil {
				// A package of the program's own: the architecture was told.
				opt.Arch = want.GetPkgInfo().GetArch()
			}
			got := Build(p, opt, diags)
			if d := difference(normal(want), normal(got)); d != "" {
				t.Logf("%s: %s", name, d)
			} else {
				same[want.GetPkgInfo().GetArch()]++
			}
		}
		for _, d := range diags.All {
			if d.Severity == source.Error {
				t.Logf("%s: %v: %s [%s]", name, set.Position(d.At.From), d.Msg, d.Code)
			}
		}
	}
	for _, arch := range []string{"v1model", "psa", "ubpf", ""} {
		share := 100 * float64(same[arch]) / float64(total[arch])
		t.Logf("%q: %d of %d, %.1f %%", arch, same[arch], total[arch], share)
		if share < wantSame {
			t.Errorf("%q: %.1f %%, want %.1f %%", arch, share, wantSame)
		}
	}
}

// Every public program that can be lowered is described, and the text is read back as
// the same.
func TestEveryProgram(t *testing.T) {
	if os.Getenv("P4LISTS") == "" {
		t.Skip("P4LISTS, which asks for the long tests over the public programs, is not set")
	}
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(outputs(t)), "p4_16_samples", "*.p4"))
	described := 0
	for _, file := range files {
		p, _, _ := program(file)
		if p == nil {
			continue
		}
		described++
		var diags source.List
		got := Build(p, Options{}, &diags)
		var b bytes.Buffer
		if err := Write(&b, got, Text); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		back := &config.P4Info{}
		if err := prototext.Unmarshal(b.Bytes(), back); err != nil || !proto.Equal(back, got) {
			t.Errorf("%s: not the same when read: %v", file, err)
		}
	}
	if described == 0 {
		t.Error("no program was described")
	}
	t.Logf("%d of %d programs described", described, len(files))
}

// normal is a description in which the order of what has none is fixed. An empty
// list of types says what none says.
func normal(info *config.P4Info) *config.P4Info {
	info = proto.Clone(info).(*config.P4Info)
	if proto.Equal(info.TypeInfo, &config.P4TypeInfo{}) {
		info.TypeInfo = nil
	}
	byID(info.Tables)
	byID(info.Actions)
	byID(info.ActionProfiles)
	byID(info.Counters)
	byID(info.DirectCounters)
	byID(info.Meters)
	byID(info.DirectMeters)
	byID(info.Registers)
	byID(info.Digests)
	byID(info.ValueSets)
	byID(info.ControllerPacketMetadata)
	for _, t := range info.Tables {
		slices.SortFunc(t.ActionRefs, func(a, b *config.ActionRef) int { return cmp.Compare(a.Id, b.Id) })
		slices.Sort(t.DirectResourceIds)
	}
	for _, p := range info.ActionProfiles {
		slices.Sort(p.TableIds)
	}
	return info
}

func byID[T interface{ GetPreamble() *config.Preamble }](list []T) {
	slices.SortFunc(list, func(a, b T) int { return cmp.Compare(a.GetPreamble().GetId(), b.GetPreamble().GetId()) })
}

// difference is the first field in which two messages differ, "" if they do not.
func difference(want, got proto.Message) string {
	if proto.Equal(want, got) {
		return ""
	}
	return messageDifference(want.ProtoReflect(), got.ProtoReflect(), "")
}

func messageDifference(want, got protoreflect.Message, path string) string {
	fields := want.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		at := path + "." + string(f.Name())
		x, y := want.Get(f), got.Get(f)
		switch {
		case x.Equal(y) && want.Has(f) == got.Has(f):
		case f.IsMap():
			return fmt.Sprintf("%s: want %v, got %v", at, keysOf(x.Map()), keysOf(y.Map()))
		case f.IsList():
			for i := range min(x.List().Len(), y.List().Len()) {
				if e := x.List().Get(i); !e.Equal(y.List().Get(i)) {
					return fieldDifference(f, e, y.List().Get(i), fmt.Sprintf("%s[%d]", at, i))
				}
			}
			return fmt.Sprintf("%s: want %d elements, got %d", at, x.List().Len(), y.List().Len())
		default:
			return fieldDifference(f, x, y, at)
		}
	}
	return path + ": ?"
}

func fieldDifference(f protoreflect.FieldDescriptor, x, y protoreflect.Value, at string) string {
	if f.Message() != nil && x.Message().IsValid() && y.Message().IsValid() {
		return messageDifference(x.Message(), y.Message(), at)
	}
	return fmt.Sprintf("%s: want %v, got %v", at, x, y)
}

func keysOf(m protoreflect.Map) []string {
	var out []string
	m.Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
		out = append(out, fmt.Sprintf("%v: %v", k, v))
		return true
	})
	slices.Sort(out)
	return out
}
