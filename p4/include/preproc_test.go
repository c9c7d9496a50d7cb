package include

import (
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/p4/syntax/format"
	"up4/p4/syntax/preproc"
	"up4/p4/syntax/token"
)

// words is the program's tokens with a space between them, which may report nothing.
func words(t *testing.T, program string, defines ...string) string {
	t.Helper()
	var set source.Set
	var diags source.List
	p := preproc.New(&set, &diags, preproc.Options{Defines: defines, System: Lookup, SystemNames: Names()})
	if err := p.OpenText("a.p4", []byte(program)); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for tok := p.Next(); tok.Kind != token.EOF; tok = p.Next() {
		b.WriteString(tok.Text + " ")
	}
	if len(diags.All) > 0 {
		diags.Write(&b, &set)
		t.Errorf("%s: %s", program, b.String())
	}
	return b.String()
}

// Every file stands alone and may be included twice.
func TestIncluded(t *testing.T) {
	for _, name := range Names() {
		include := "#include <" + name + ">\n"
		once := words(t, include)
		if !strings.Contains(once, "error { NoError , PacketTooShort ,") {
			t.Errorf("%s does not bring the core library", name)
		}
		if twice := words(t, include+include); twice != once {
			t.Errorf("%s differs when included twice", name)
		}
		if both := words(t, "#include <core.p4>\n"+include); both != once {
			t.Errorf("%s differs behind core.p4", name)
		}
	}
}

// The forms that a version chooses between.
func TestVersions(t *testing.T) {
	tests := []struct {
		program string
		defines []string
		want    string
	}{
		{"#include <v1model.p4>", nil, "bit < 9 > egress_spec ;"},
		{"#include <v1model.p4>", nil, "extern register < T > { register ("},
		{"#include <v1model.p4>", nil, "__v1model_version = 20180101 ;"},
		{"#define V1MODEL_VERSION 20200408\n#include <v1model.p4>", nil, "PortId_t egress_spec ;"},
		{"#include <v1model.p4>", []string{"V1MODEL_VERSION=20200408"}, "extern register < T , I > { register ("},
		{"#include <v1model.p4>", []string{"V1MODEL_VERSION=20200408"}, "extern counter < I > {"},
		{"#include <ubpf_model.p4>", nil, "parser parse < H , M > ( packet_in packet , out H headers , inout M meta , inout standard_metadata std )"},
		{"#include <ubpf_model.p4>", []string{"UBPF_MODEL_VERSION=20190101"}, "parser parse < H , M > ( packet_in packet , out H headers , inout M meta )"},
		{"#include <dpdk/psa.p4>", nil, "void count ( in S index , in bit < 32 > pkt_len ) ;"},
		{"#include <dpdk/pna.p4>", nil, "TOEPLITZ , TARGET_DEFAULT }"},
		{"#include <pna.p4>", nil, "enum PNA_HashAlgorithm_t { TARGET_DEFAULT }"},
	}
	for _, tt := range tests {
		if got := words(t, tt.program, tt.defines...); !strings.Contains(got, tt.want) {
			t.Errorf("%s %v lacks %s", tt.program, tt.defines, tt.want)
		}
	}
}

// Versions that are not known are refused.
func TestUnknownVersion(t *testing.T) {
	for _, version := range []string{"20000101", "20300101", "-1", "0"} {
		var set source.Set
		var diags source.List
		p := preproc.New(&set, &diags, preproc.Options{Defines: []string{"V1MODEL_VERSION=" + version}, System: Lookup, SystemNames: Names()})
		if err := p.OpenText("a.p4", []byte("#include <v1model.p4>\n")); err != nil {
			t.Fatal(err)
		}
		for p.Next().Kind != token.EOF {
		}
		if len(diags.All) != 1 || !strings.Contains(diags.All[0].Msg, "20180101 or 20200408") ||
			len(diags.All[0].Notes) != 1 || set.Position(diags.All[0].Notes[0].At.From).String() != "a.p4:1:10" {
			t.Errorf("%s: %v", version, diags.All)
		}
	}
}

// The public test programs preprocess without an error.
func TestPublicPrograms(t *testing.T) {
	for _, file := range sourcetest.Samples(t) {
		var set source.Set
		var diags source.List
		p := preproc.New(&set, &diags, preproc.Options{System: Lookup, SystemNames: Names()})
		if err := p.Open(file); err != nil {
			t.Fatal(err)
		}
		for p.Next().Kind != token.EOF {
		}
		if diags.Errors() > 0 {
			var b strings.Builder
			diags.Write(&b, &set)
			t.Errorf("%s: %s", file, b.String())
		}
	}
}

// The files are laid out as up4c fmt does it.
func TestFormatted(t *testing.T) {
	for _, name := range Names() {
		text, _ := Lookup(name)
		if out, err := format.Format(name, text); err != nil || string(out) != string(text) {
			t.Errorf("%s is not formatted (%v)", name, err)
		}
	}
}
