package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.proteus.core.port.PortException;
import java.net.HttpURLConnection;

/** What the API server's refusals mean for who wrote the configuration. */
record KubernetesErrors(KubernetesCloudSettings settings) {
  private static final int TOO_MANY_REQUESTS = 429;

  /**
   * One sentence that names the subject and the next move.
   *
   * @param right that was used, as a Role names it
   */
  PortException explained(String right, KubernetesClientException refused) {
    return new PortException(sentence(right, refused), refused);
  }

  private String sentence(String right, KubernetesClientException refused) {
    // the client answers 0 or less where no answer came
    return switch (Math.max(0, refused.getCode())) {
      case 0 ->
          "Kubernetes cannot be reached: %s. Look at the kubeconfig and cloud.context%s."
              .formatted(root(refused), settings.context().map(", which is "::concat).orElse(""));
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
          "Kubernetes does not accept the credentials%s, or they have expired. Try 'kubectl auth whoami'."
              .formatted(named());
      case HttpURLConnection.HTTP_FORBIDDEN ->
          "Kubernetes forbids to %s in cloud.namespace %s: %s. The rights that are needed are in clouds/kubernetes/README.md."
              .formatted(right, settings.namespace(), said(refused));
      case HttpURLConnection.HTTP_NOT_FOUND ->
          "Kubernetes does not find what was asked for %s in cloud.namespace %s (%s): %s."
              .formatted(settings.statefulSet(), settings.namespace(), right, said(refused));
      case TOO_MANY_REQUESTS ->
          "Kubernetes answers no more requests for now (%s); it is asked again in the next cycle."
              .formatted(right);
      default ->
          "Kubernetes refuses to %s for %s (%d): %s."
              .formatted(right, settings.cluster(), refused.getCode(), said(refused));
    };
  }

  private String named() {
    return settings.context().map(" of cloud.context "::concat).orElse("");
  }

  private static String said(KubernetesClientException refused) {
    String text =
        refused.getStatus() == null || refused.getStatus().getMessage() == null
            ? refused.getMessage()
            : refused.getStatus().getMessage();
    return ended(String.valueOf(text));
  }

  private static String root(Throwable refused) {
    Throwable at = refused;
    while (at.getCause() != null) {
      at = at.getCause();
    }
    return ended(
        at.getMessage() == null || at.getMessage().isBlank()
            ? at.getClass().getSimpleName()
            : at.getMessage());
  }

  /** Without the full stop, as a sentence goes on. */
  private static String ended(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
