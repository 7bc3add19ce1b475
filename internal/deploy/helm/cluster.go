package helm

import (
	"slices"
	"strings"
)

// What a template is told of the cluster and of Helm: those that Helm 4.3 names without a cluster.
const (
	helm      = "v4.3"
	kube      = "v1.37.0"
	kubeMajor = "1"
	kubeMinor = "37"
)

type capabilities struct {
	KubeVersion kubeVersion
	APIVersions apiVersions
	HelmVersion helmVersion
}

type kubeVersion struct{ Version, GitVersion, Major, Minor string }

// String is the version, as templates print it.
func (k kubeVersion) String() string { return k.Version }

type helmVersion struct{ Version, GitCommit, GitTreeState, GoVersion, KubeClientVersion string }

// known are the APIs that Helm takes a cluster to have when it is not asked: those of k8s.io/client-go v0.37 and of custom resource
// definitions. Kinds are not among them.
var known = strings.Fields(`v1
	admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1alpha1 admissionregistration.k8s.io/v1beta1
	internal.apiserver.k8s.io/v1alpha1
	apps/v1 apps/v1beta1 apps/v1beta2
	authentication.k8s.io/v1 authentication.k8s.io/v1alpha1 authentication.k8s.io/v1beta1
	authorization.k8s.io/v1 authorization.k8s.io/v1beta1
	autoscaling/v1 autoscaling/v2
	batch/v1 batch/v1beta1
	certificates.k8s.io/v1 certificates.k8s.io/v1beta1 certificates.k8s.io/v1alpha1
	coordination.k8s.io/v1alpha2 coordination.k8s.io/v1beta1 coordination.k8s.io/v1
	discovery.k8s.io/v1 discovery.k8s.io/v1beta1
	events.k8s.io/v1 events.k8s.io/v1beta1
	extensions/v1beta1
	flowcontrol.apiserver.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.apiserver.k8s.io/v1beta2 flowcontrol.apiserver.k8s.io/v1beta3
	lifecycle.k8s.io/v1alpha1
	networking.k8s.io/v1 networking.k8s.io/v1beta1
	node.k8s.io/v1 node.k8s.io/v1alpha1 node.k8s.io/v1beta1
	policy/v1 policy/v1beta1
	rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1beta1 rbac.authorization.k8s.io/v1alpha1
	resource.k8s.io/v1 resource.k8s.io/v1beta2 resource.k8s.io/v1beta1 resource.k8s.io/v1alpha3
	scheduling.k8s.io/v1alpha3 scheduling.k8s.io/v1beta1 scheduling.k8s.io/v1
	storage.k8s.io/v1beta1 storage.k8s.io/v1 storage.k8s.io/v1alpha1
	storagemigration.k8s.io/v1 storagemigration.k8s.io/v1beta1
	apiextensions.k8s.io/v1beta1 apiextensions.k8s.io/v1`)

// apiVersions are what a template takes for the list of the cluster's APIs. It remembers what it was asked for in vain.
type apiVersions struct{ e *executor }

// Has reports whether a cluster without extensions knows an API.
func (a apiVersions) Has(name string) bool {
	has := slices.Contains(known, name)
	if !has {
		note(a.e.asked, "the API "+name)
	}
	return has
}

// String is the list, as templates print it.
func (a apiVersions) String() string { return "[" + strings.Join(known, " ") + "]" }
