#!/usr/bin/env bash
# Builds a control plane of Kubernetes (etcd, API server, controllers, kubectl) into a folder, from Go modules.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
to=$1
version=$(sed -n 's/^\tk8s.io\/kubernetes v//p' "$here/go.mod")
mkdir -p "$to"
cd "$here"
# the version is what the API server says it is, and by which it decides what it offers
GOTOOLCHAIN=local go build -mod=readonly -trimpath -o "$to/control-plane.new" \
  -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=v$version \
    -X k8s.io/component-base/version.gitMajor=${version%%.*} -X k8s.io/component-base/version.gitMinor=$(cut -d. -f2 <<<"$version")" .
mv "$to/control-plane.new" "$to/control-plane"
