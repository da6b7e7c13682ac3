/** Pods of a StatefulSet of Kubernetes, as machines of nodes (MET-10, TIR-4). */
@NullMarked
package io.proteus.cloud.kubernetes;

import org.jspecify.annotations.NullMarked;
