package main

import "testing"

func TestCorpus(t *testing.T) {
	b := newBench(t, nil)
	b.want("corpus --backend native l2fwd", 0, "pass  l2fwd on native: 11 cases, 0 scripts\n1 passed, 0 failed\n", "")
	b.want("corpus l2fdw", 2, "", "up4c: there is no program \"l2fdw\"; did you mean \"l2fwd\"?\nusage: up4c corpus [PROGRAM...] [flags]\n")
	b.want("corpus --backend nativ", 2, "", "up4c: --backend \"nativ\": there is no such back end; did you mean \"native\"?\nusage: up4c corpus [PROGRAM...] [flags]\n")
}
