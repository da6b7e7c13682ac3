// A control plane of Kubernetes and its client in one program: the first argument says which part of it.
package main

import (
	"fmt"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	manager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	part := ""
	if len(os.Args) > 1 {
		part = os.Args[1]
		os.Args = append(os.Args[:1], os.Args[2:]...)
	}
	switch part {
	case "etcd":
		etcdmain.Main(os.Args)
	case "apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "controller-manager":
		os.Exit(cli.Run(manager.NewControllerManagerCommand()))
	case "kubectl":
		os.Exit(cli.Run(kubectl.NewDefaultKubectlCommand()))
	default:
		fmt.Fprintln(os.Stderr, "want etcd, apiserver, controller-manager or kubectl")
		os.Exit(2)
	}
}
