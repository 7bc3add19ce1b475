package report

// A Proof is what running the server showed: the section "proved by running" of a report.
type Proof struct {
	Scenario  string       `json:"scenario"`  // the file, or what stands for it
	Server    string       `json:"server"`    // the command or the addresses
	Replicas  int          `json:"replicas"`  // instances that ran side by side
	Protocols []string     `json:"protocols"` // the revisions that the server served
	Assumed   []string     `json:"assumed"`   // what was taken for granted because nobody said otherwise
	Phases    []ProofPhase `json:"phases"`
	Findings  []Verdict    `json:"findings"` // what the run says about each finding of the audit
	Logs      string       `json:"logs"`     // the folder with the output of the instances of failed runs
	Calls     []ProofCall  `json:"calls"`    // the calls of the scenario
}

// A ProofCall is one call of the scenario.
type ProofCall struct {
	Step  int    `json:"step"` // from 1
	Call  string `json:"call"` // the tool, or what else was called
	Line  int    `json:"line"` // in the scenario
	Write bool   `json:"write"`
}

// The phases of a proof, in the order in which they run.
const (
	PhaseBaseline   = "baseline"    // one instance
	PhaseRoundRobin = "round-robin" // each request to the next instance
	PhaseKill       = "kill"        // the instance that served so far is killed
	PhaseReplay     = "replay"      // a call is sent twice, as after a lost answer
	PhaseCallers    = "callers"     // two callers take turns
	PhaseLists      = "lists"       // what the server says it has
	PhaseCut        = "cut"         // a stream breaks in the middle
)

// PhaseNames lists the phases in the order in which they run.
func PhaseNames() []string {
	return []string{PhaseBaseline, PhaseRoundRobin, PhaseKill, PhaseReplay, PhaseCallers, PhaseLists, PhaseCut}
}

// What became of a phase.
const (
	Passed  = "passed"
	Failed  = "failed"
	Skipped = "skipped" // Reason says why
)

// A ProofPhase is one way of making life hard for the server.
type ProofPhase struct {
	Name         string         `json:"name"`
	Protocol     string         `json:"protocol"` // the revision of the protocol
	Status       string         `json:"status"`
	Reason       string         `json:"reason"` // why it was skipped
	Runs         int            `json:"runs"`   // how often the scenario was run
	Milliseconds int            `json:"milliseconds"`
	Notes        []string       `json:"notes"` // what is worth knowing and no failure
	Failures     []ProofFailure `json:"failures"`
}

// A ProofFailure is the first call of a run whose answer was not that of a single instance.
type ProofFailure struct {
	Step        int               `json:"step"`     // from 1; 0 when no single call is to blame
	Call        string            `json:"call"`     // the tool, or what else was called
	Caller      string            `json:"caller"`   // who called
	Instance    int               `json:"instance"` // that answered, from 1; 0 for none
	Message     string            `json:"message"`  // what went wrong, in one sentence
	Want        string            `json:"want"`     // the answer of a single instance
	Got         string            `json:"got"`      // the answer in this phase
	Differences []ProofDifference `json:"differences"`
	Sequence    []ProofExchange   `json:"sequence"`  // what happened up to the failure
	Explained   []string          `json:"explained"` // fingerprints of the findings that explain it
	Runs        int               `json:"runs"`      // how many runs of the phase failed in this way
	Log         string            `json:"log"`       // the folder with the output of the instances
}

// A ProofDifference is one place where two answers differ.
type ProofDifference struct {
	Path string `json:"path"` // JSONPath (RFC 9535) into the answer
	Want string `json:"want"` // as JSON; "" for nothing
	Got  string `json:"got"`
}

// A ProofExchange is one line of the picture of a run: a request and where it went, or something that was done to an instance.
type ProofExchange struct {
	Step     int    `json:"step"` // from 1; 0 for what is no call
	Caller   string `json:"caller"`
	Call     string `json:"call"`     // for events: "kill", "restart"
	Instance int    `json:"instance"` // from 1
	Outcome  string `json:"outcome"`  // what came back, in a few words
	Mark     string `json:"mark"`     // "again" for a repetition, "cut" for a broken stream, "differs" for the failure
}

// What running says about a finding.
const (
	Confirmed     = "confirmed"      // a phase failed where the finding says
	NotExercised  = "not exercised"  // the scenario does not reach it
	NotReproduced = "not reproduced" // the scenario reaches it, and the phases that would show it passed
)

// A Verdict is what running says about one finding.
type Verdict struct {
	Fingerprint string   `json:"fingerprint"`
	Rule        string   `json:"rule"`
	Object      string   `json:"object"`
	Verdict     string   `json:"verdict"`
	Phases      []string `json:"phases"` // that failed for it, or that passed
	Why         string   `json:"why"`
}

// FailedPhases counts the phases that failed.
func (p *Proof) FailedPhases() int {
	if p == nil {
		return 0
	}
	n := 0
	for _, phase := range p.Phases {
		if phase.Status == Failed {
			n++
		}
	}
	return n
}
