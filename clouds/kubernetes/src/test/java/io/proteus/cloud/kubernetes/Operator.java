package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.IntSupplier;

/**
 * Scales a StatefulSet as a resource says, whatever anybody else has scaled it to.
 *
 * @param wanted the number of pods that the resource says
 */
record Operator(KubernetesClient client, String namespace, String statefulSet, IntSupplier wanted) {
  void look() {
    var set = client.apps().statefulSets().inNamespace(namespace).withName(statefulSet);
    int pods = wanted.getAsInt();
    if (set.get().getSpec().getReplicas() != pods) {
      set.scale(pods);
    }
  }
}
