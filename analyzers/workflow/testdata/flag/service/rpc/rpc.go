package rpc

import (
	"context"

	"google.golang.org/grpc"
)

type Helper struct{ Name, Text string }

type Nothing struct{}

type HelpersServer interface {
	Register(context.Context, *Helper) (*Nothing, error)
}

var desc = grpc.ServiceDesc{ServiceName: "Helpers"}

func RegisterHelpersServer(s grpc.ServiceRegistrar, srv HelpersServer) {
	s.RegisterService(&desc, srv)
}
