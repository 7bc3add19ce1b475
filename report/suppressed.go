package report

// The ways in which a finding is set aside.
const (
	FromBaseline = "baseline" // it was known before
	FromComment  = "comment"  // a comment in the code says why it is no matter
)

// A Suppressed is a finding that is set aside: it is neither counted nor does it fail a run, and it is not forgotten.
type Suppressed struct {
	Finding Finding `json:"finding"`
	Kind    string  `json:"kind"`   // FromBaseline or FromComment
	Reason  string  `json:"reason"` // in the words of whoever set it aside
	Site    Site    `json:"site"`   // of the comment
}
