package warn

import "up4/p4/syntax"

// inspect warns of what single declarations, statements and expressions show.
func (c *checker) inspect(syntax.Decl) {}
