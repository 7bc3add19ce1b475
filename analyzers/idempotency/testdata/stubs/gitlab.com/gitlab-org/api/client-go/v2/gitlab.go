// Package gitlab declares what the cases use.
package gitlab

type (
	Issue    struct{ IID int }
	Variable struct{ Key string }
	Member   struct{ ID int }
)

type IssuesServiceInterface interface {
	CreateIssue(pid any, title string) (*Issue, error)
	AddSpentTime(pid any, issue int, duration string) error
}

type ProjectVariablesServiceInterface interface {
	CreateVariable(pid any, key, value string) (*Variable, error)
}

type ProjectMembersServiceInterface interface {
	AddProjectMember(pid any, user int) (*Member, error)
}

type ProjectsServiceInterface interface {
	TransferProject(pid any, namespace string) error
}

type Client struct {
	Issues           IssuesServiceInterface
	ProjectVariables ProjectVariablesServiceInterface
	ProjectMembers   ProjectMembersServiceInterface
	Projects         ProjectsServiceInterface
}
