package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.proteus.core.port.PortException;
import java.time.Duration;

/**
 * How the API server is reached: the kubeconfig of whoever runs Proteus, or the service account of
 * the pod in which it runs.
 */
record KubernetesConnection(KubernetesCloudSettings settings) {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(20);

  /** What is refused for a moment is asked again, ever more slowly. */
  private static final int RETRIES = 3;

  KubernetesClient client() throws PortException {
    try {
      Config config = Config.autoConfigure(settings.context().orElse(null));
      if (settings.context().isPresent()
          && (config.getCurrentContext() == null
              || !settings.context().get().equals(config.getCurrentContext().getName()))) {
        throw new PortException(
            "cloud.context: want a context of the kubeconfig, got %s. Try 'kubectl config get-contexts'."
                .formatted(settings.context().get()));
      }
      return client(config);
    } catch (KubernetesClientException e) {
      throw new PortException(
          "The kubeconfig cannot be used: %s. Look at KUBECONFIG and cloud.context."
              .formatted(e.getMessage()),
          e);
    }
  }

  static KubernetesClient client(Config config) {
    config.setConnectionTimeout((int) CONNECT.toMillis());
    config.setRequestTimeout((int) ANSWER.toMillis());
    config.setRequestRetryBackoffLimit(RETRIES);
    // a server that does not know who asks ends an HTTP/2 connection, and Java's client then loses
    // the 401
    config.setHttp2Disable(true);
    return new KubernetesClientBuilder().withConfig(config).build();
  }
}
