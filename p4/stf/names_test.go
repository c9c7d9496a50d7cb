package stf

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	full := []string{"ingress.t", "ingress.acl.t2", "egress.acl.t2", "pipe.filter_tbl", "t9", "c.t9", "NoAction", "Top.pipe.sub.tbl", "a_b.c", "my_table"}
	for name, want := range map[string]string{
		"ingress.t":         "ingress.t",
		"t":                 "ingress.t",
		".t":                "ingress.t",
		"t2":                "t2 is ambiguous: it may be ingress.acl.t2 or egress.acl.t2",
		"acl.t2":            "acl.t2 is ambiguous: it may be ingress.acl.t2 or egress.acl.t2",
		"egress.acl.t2":     "egress.acl.t2",
		"cl.t2":             "there is no cl.t2; the nearest is ingress.acl.t2",
		"t9":                "t9", // equal before longer
		"c.t9":              "c.t9",
		"pipe_filter_tbl":   "pipe.filter_tbl",
		"filter_tbl":        "pipe.filter_tbl",
		"pipe_sub_tbl":      "Top.pipe.sub.tbl",
		"sub_tbl":           "Top.pipe.sub.tbl",
		"_NoAction":         "NoAction",
		"a.b.c":             "a_b.c",
		"acl_t2":            "acl_t2 is ambiguous: it may be ingress.acl.t2 or egress.acl.t2",
		"table":             "there is no table", // my_table has no part of that name
		"ingres.t":          "there is no ingres.t; the nearest is ingress.t",
		"":                  "there is no ",
		"nothing_like_this": "there is no nothing_like_this",
	} {
		check(t, name, full, want, Resolve)
	}
}

func TestResolveKey(t *testing.T) {
	full := []string{"hdr.ipv4.dstAddr", "hdr.extra[0].h", "hdr.extra[1].h", "hdr.ipv4.isValid()", "hdr.udp.$valid$", "meta.valid",
		"headers.ipv4.srcAddr", "eth.src", "hdr.x[7:4]"}
	for name, want := range map[string]string{
		"ipv4.dstAddr":             "hdr.ipv4.dstAddr",
		"dstAddr":                  "hdr.ipv4.dstAddr",
		"extra$0.h":                "hdr.extra[0].h",
		"extra[1].h":               "hdr.extra[1].h",
		"h":                        "there is no h",
		"hdr.ipv4.$valid":          "hdr.ipv4.isValid()",
		"ipv4.$valid$":             "hdr.ipv4.isValid()",
		"ipv4.isValid()":           "hdr.ipv4.isValid()",
		"ipv4.valid":               "hdr.ipv4.isValid()",
		"udp.isValid()":            "hdr.udp.$valid$",
		"udp.valid":                "hdr.udp.$valid$",
		"valid":                    "meta.valid",
		"$valid":                   "isValid() is ambiguous: it may be hdr.ipv4.isValid() or hdr.udp.$valid$",
		"key.headers_ipv4_srcAddr": "headers.ipv4.srcAddr",
		"key.field0":               "hdr.ipv4.dstAddr",
		"key.field8":               "hdr.x[7:4]",
		"key.field9":               "there is no key.field9",
		"key.field-1":              "there is no key.field-1",
		"headers.eth.src":          "eth.src",
		"x[7:4]":                   "hdr.x[7:4]",
		"hdr.ipv4.dstAdr":          "there is no hdr.ipv4.dstAdr; the nearest is hdr.ipv4.dstAddr",
	} {
		if name == "h" { // both elements end in it
			want = "h is ambiguous: it may be hdr.extra[0].h or hdr.extra[1].h"
		}
		check(t, name, full, want, ResolveKey)
	}
	check(t, "valid", []string{"hdr.a.isValid()"}, "hdr.a.isValid()", ResolveKey)
}

func check(t *testing.T, name string, full []string, want string, resolve func(string, []string) (int, error)) {
	t.Helper()
	before := slices.Clone(full)
	i, err := resolve(name, full)
	var e *NameError
	switch {
	case err != nil && !errors.As(err, &e):
		t.Errorf("%q: error of another type: %v", name, err)
	case err != nil && err.Error() != want, err == nil && full[i] != want:
		t.Errorf("%q: got index %d, error %v, want %s", name, i, err, want)
	}
	if !slices.Equal(before, full) {
		t.Errorf("%q: the names changed", name)
	}
}

// FuzzResolve has names that say nothing. A name that is there as a whole is always found.
func FuzzResolve(f *testing.F) {
	f.Add("key.a_b.$valid", "a.b.isValid() x$0.f key.field0")
	f.Add("..", ". .. ._ $1 _")
	f.Fuzz(func(t *testing.T, name, names string) {
		full := strings.Fields(names)
		for _, resolve := range []func(string, []string) (int, error){Resolve, ResolveKey} {
			i, err := resolve(name, full)
			if (err == nil) != (i >= 0) || i >= len(full) {
				t.Fatalf("%q in %q: %d, %v", name, full, i, err)
			}
			if err != nil && err.Error() == "" {
				t.Fatalf("%q in %q: an error without text", name, full)
			}
			if at := slices.Index(full, name); at >= 0 && err == nil && full[i] != name && strings.TrimPrefix(full[i], ".") != strings.TrimPrefix(name, ".") && plainKey(full[i]) != plainKey(name) {
				t.Fatalf("%q in %q is %q", name, full, full[i])
			}
		}
	})
}
