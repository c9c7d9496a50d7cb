package front

import (
	"fmt"

	"up4/p4/ir"
	"up4/p4/ir/lower"
)

// Lower makes the intermediate form of a program that was accepted, with the passes
// up to and including the one named last: "" is none of them, "all" is every one.
// It is nil where the program was rejected, also by lowering itself; else it is valid.
func (u *Unit) Lower(last string) (*ir.Program, error) {
	if u.Info == nil || !u.OK() {
		return nil, nil
	}
	p := lower.Lower(u.Prog, u.Info, u.Set, u.Diags)
	if p == nil || !u.OK() {
		return nil, nil
	}
	if last == "" { // lowering has validated it
		return p, nil
	}
	for _, pass := range ir.Passes {
		if err := pass.Run(p); err != nil {
			return nil, fmt.Errorf("pass %s: %w", pass.Name, err)
		}
		if pass.Name == last {
			break
		}
	}
	if errs := ir.Validate(p); len(errs) > 0 {
		return nil, fmt.Errorf("the passes made invalid code, which is an error of the compiler's own: %w", errs[0])
	}
	return p, nil
}
