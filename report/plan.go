package report

import "slices"

// A PlanStep is one stretch of the way to a server without sessions, with the findings that it closes.
type PlanStep struct {
	Step     string   `json:"step"`
	Title    string   `json:"title"`
	Findings []string `json:"findings"` // fingerprints, most risky first
	Effort   Effort   `json:"effort"`
}

// The steps of the plan, in the order in which the work is safe: a transport without sessions while state is still keyed
// by session mixes up callers, and a load balancer without affinity loses whatever still lives in one process.
const (
	StepState     = "state"
	StepHandles   = "handles"
	StepKeys      = "keys"
	StepWrites    = "writes"
	StepTransport = "transport"
	StepBalancer  = "balancer"
	// StepOther holds the findings of rules that name no step.
	StepOther = "other"
)

var steps = []PlanStep{
	{Step: StepState, Title: "Move state out of the process"},
	{Step: StepHandles, Title: "Bind handles to their callers and let them expire"},
	{Step: StepKeys, Title: "Share keys and names between replicas"},
	{Step: StepWrites, Title: "Make writes safe to repeat"},
	{Step: StepTransport, Title: "Serve without sessions"},
	{Step: StepBalancer, Title: "Open the load balancer"},
	{Step: StepOther, Title: "Settle what is left"},
}

// plan sorts the findings that need work into the steps.
func plan(r *Report) []PlanStep {
	stepOf := map[string]string{}
	for _, rule := range r.Rules {
		stepOf[rule.Name] = rule.Step
	}
	all := slices.Clone(steps)
	for _, f := range r.Findings {
		if f.Severity == Info {
			continue
		}
		i := slices.IndexFunc(all, func(s PlanStep) bool { return s.Step == stepOf[f.Rule] })
		if i < 0 {
			i = len(all) - 1
		}
		all[i].Findings = append(all[i].Findings, f.Fingerprint)
		all[i].Effort = all[i].Effort.Add(f.Effort)
	}
	return slices.DeleteFunc(all, func(s PlanStep) bool { return len(s.Findings) == 0 })
}

// StepTitle is a step of the plan in words, or "" for a step that does not exist.
func StepTitle(step string) string {
	for _, s := range steps {
		if s.Step == step {
			return s.Title
		}
	}
	return ""
}
