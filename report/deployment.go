package report

// Deployment says which deployment files were read beside the code, and what in them runs the server.
type Deployment struct {
	Files     int        `json:"files"`
	Workloads []Workload `json:"workloads"`
}

// Workload is something in the deployment files that runs a server of the module.
type Workload struct {
	Kind    string `json:"kind"` // "Deployment", "service", "task definition", ...
	Name    string `json:"name"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Program string `json:"program"` // import path of the main package, "" if it is not known
	Scale   string `json:"scale"`   // how many instances run, in the words of the file; "" if it does not say
	How     string `json:"how"`     // how it was decided that this is the server
}
