// Package v1 stands in for what all objects have.
package v1

type ObjectMeta struct {
	Name         string
	GenerateName string
}
