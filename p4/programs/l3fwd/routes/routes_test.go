package routes

import (
	"bytes"
	"encoding/json"
	"net/netip"
	"os"
	"testing"
)

func TestShippedFileIsFresh(t *testing.T) {
	got, err := os.ReadFile("../routes-1000.json")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := Write(&want, Generate(1000, 2)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("routes-1000.json is stale: go run ./p4/programs/l3fwd/routes/generate >p4/programs/l3fwd/routes-1000.json")
	}
}

func TestFileForm(t *testing.T) {
	var b bytes.Buffer
	in := []Route{{Prefix: netip.MustParsePrefix("10.0.2.0/24"), Port: 1, DMAC: NextHop(1)}}
	if err := Write(&b, in); err != nil {
		t.Fatal(err)
	}
	var entries []struct {
		Table  string
		Match  map[string]string
		Action string
		Params map[string]any
	}
	if err := json.Unmarshal(b.Bytes(), &entries); err != nil {
		t.Fatal(err)
	}
	e := entries[0]
	if e.Table != "ipv4_lpm" || e.Match["ipv4.dst"] != "10.0.2.0/24" || e.Action != "forward" ||
		e.Params["port"] != 1.0 || e.Params["dmac"] != "02:00:00:00:00:02" {
		t.Errorf("%+v", e)
	}
}

func TestGenerate(t *testing.T) {
	const n = 100_000
	seen := map[netip.Prefix]bool{}
	lengths := map[int]int{}
	for i, r := range Generate(n, 4) {
		if seen[r.Prefix] || r.Prefix != r.Prefix.Masked() {
			t.Fatalf("route %d: %v twice or with host bits", i, r.Prefix)
		}
		seen[r.Prefix] = true
		lengths[r.Prefix.Bits()]++
		if int(r.Port) != i%4 || r.DMAC[5] != byte(i%4+1) {
			t.Fatalf("route %d: %+v", i, r)
		}
	}
	if len(seen) != n || lengths[24] < n*55/100 || lengths[24] > n*70/100 || lengths[32] == 0 || lengths[16] == 0 {
		t.Errorf("%d routes, lengths %v", len(seen), lengths)
	}
}
