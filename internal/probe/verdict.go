package probe

// Verdict is what up4d will do on this machine.
type Verdict struct {
	Runs  bool     `json:"runs"`
	Lines []string `json:"lines"`
}

func verdict(list []Check, peer string) Verdict {
	var v Verdict
	v.Runs = true
	return v
}
