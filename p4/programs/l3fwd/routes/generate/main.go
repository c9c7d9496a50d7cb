// Command generate prints a route file for l3fwd. The one that ships is made by
//
//	go run ./p4/programs/l3fwd/routes/generate >p4/programs/l3fwd/routes-1000.json
package main

import (
	"flag"
	"fmt"
	"os"

	"up4/p4/programs/l3fwd/routes"
)

func main() {
	n := flag.Int("n", 1000, "number of `routes`, 1 to 1,000,000")
	ports := flag.Int("ports", 2, "number of `vports` they leave by, 1 to 510")
	flag.Parse()
	if *n < 1 || *n > 1_000_000 || *ports < 1 || *ports > 510 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := routes.Write(os.Stdout, routes.Generate(*n, *ports)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
