// Package ext_procv3 stands for the service through which Envoy hands over requests.
package ext_procv3

type ProcessingRequest struct{ Body []byte }

type ProcessingResponse struct{ Body []byte }

type ExternalProcessor_ProcessServer interface {
	Recv() (*ProcessingRequest, error)
	Send(*ProcessingResponse) error
}

type ExternalProcessorServer interface {
	Process(ExternalProcessor_ProcessServer) error
}

type ServiceRegistrar interface{ RegisterService(desc, impl any) }

func RegisterExternalProcessorServer(s ServiceRegistrar, srv ExternalProcessorServer) {}
