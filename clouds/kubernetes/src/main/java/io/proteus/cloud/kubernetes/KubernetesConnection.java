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

  /** Of whoever holds a claim for some seconds only. */
  private static final Duration ANSWER_ON_CLAIM = Duration.ofSeconds(3);

  KubernetesClient client() throws PortException {
    return client(config());
  }

  /** One for the claim: it answers in time or not at all, and repeats nothing by itself. */
  KubernetesClient clientForClaim() throws PortException {
    return clientForClaim(config());
  }

  private Config config() throws PortException {
    try {
      Config config = Config.autoConfigure(settings.context().orElse(null));
      if (settings.context().isPresent()
          && (config.getCurrentContext() == null
              || !settings.context().get().equals(config.getCurrentContext().getName()))) {
        throw new PortException(
            "cloud.context: want a context of the kubeconfig, got %s. Try 'kubectl config get-contexts'."
                .formatted(settings.context().get()));
      }
      return config;
    } catch (KubernetesClientException e) {
      throw new PortException(
          "The kubeconfig cannot be used: %s. Look at KUBECONFIG and cloud.context."
              .formatted(e.getMessage()),
          e);
    }
  }

  static KubernetesClient client(Config config) {
    return client(config, CONNECT, ANSWER, RETRIES);
  }

  static KubernetesClient clientForClaim(Config config) {
    return client(config, ANSWER_ON_CLAIM, ANSWER_ON_CLAIM, 0);
  }

  private static KubernetesClient client(
      Config config, Duration connect, Duration answer, int retries) {
    config.setConnectionTimeout((int) connect.toMillis());
    config.setRequestTimeout((int) answer.toMillis());
    config.setRequestRetryBackoffLimit(retries);
    // a server that does not know who asks ends an HTTP/2 connection, and Java's client then loses
    // the 401
    config.setHttp2Disable(true);
    return new KubernetesClientBuilder().withConfig(config).build();
  }
}
