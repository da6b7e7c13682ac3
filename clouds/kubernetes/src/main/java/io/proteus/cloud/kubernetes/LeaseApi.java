package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.proteus.core.port.PortException;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the API server is asked of one Lease. It is read as it is, and not as a cache has it; each
 * change of it carries the version that was read.
 *
 * @param name of the Lease
 */
record LeaseApi(KubernetesCloudSettings settings, String name, KubernetesClient client) {

  /** The Lease; empty where it is not there. */
  Optional<ClaimLease> find() throws PortException {
    try {
      Lease found = client.leases().inNamespace(settings.namespace()).withName(name).get();
      return Optional.ofNullable(found).map(ClaimLease::new);
    } catch (KubernetesClientException e) {
      throw new KubernetesErrors(settings).explained("get leases", e);
    }
  }

  /** Makes it; empty where somebody else was faster. */
  Optional<ClaimLease> create(ClaimLease wanted) throws PortException {
    return written("create leases", HttpURLConnection.HTTP_CONFLICT, resource(wanted)::create);
  }

  /** Changes it; empty where it has changed since, or has gone. */
  Optional<ClaimLease> update(ClaimLease wanted) throws PortException {
    return written("update leases", HttpURLConnection.HTTP_NOT_FOUND, resource(wanted)::update);
  }

  private Resource<Lease> resource(ClaimLease wanted) {
    return client.leases().inNamespace(settings.namespace()).resource(wanted.lease());
  }

  private Optional<ClaimLease> written(String right, int tooLate, Supplier<Lease> order)
      throws PortException {
    try {
      return Optional.of(new ClaimLease(order.get()));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == tooLate) {
        return Optional.empty();
      }
      throw new KubernetesErrors(settings).explained(right, e);
    }
  }

  /** As messages name it. */
  @Override
  public String toString() {
    return "the Lease %s/%s".formatted(settings.namespace(), name);
  }
}
