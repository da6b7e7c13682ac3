package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * The real etcd, kube-apiserver and kube-controller-manager on loopback ports, as {@code verify}
 * builds them. There is no scheduler and no kubelet.
 *
 * @param folder of data, keys and logs
 */
final class ControlPlane implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Duration BUILD = Duration.ofMinutes(16);
  private static final String ADMIN = "the-admin-of-the-test";

  /**
   * With accounts and their rights, and with claims of volumes that go once nobody has them; no
   * node is ever missed, and nothing is scheduled.
   */
  private static final String CONTROLLERS =
      "statefulset-controller,disruption-controller,serviceaccount-controller,"
          + "serviceaccount-token-controller,root-ca-certificate-publisher-controller,"
          + "persistentvolumeclaim-protection-controller,garbage-collector-controller";

  private final Path folder;
  private final int port;
  private final Deque<Process> parts = new ArrayDeque<>();

  private ControlPlane(Path folder) throws IOException {
    this.folder = folder;
    this.port = freePort();
  }

  private static Path installation() {
    String named = System.getenv("PROTEUS_KUBERNETES");
    return named == null
        ? Path.of(System.getProperty("user.home"), ".cache/proteus/kubernetes-1.36.3")
        : Path.of(named);
  }

  private static Path program() {
    return installation().resolve("control-plane");
  }

  /** Whether it was built, after {@code verify}, which may still build it, is done with that. */
  static boolean isThere() throws IOException {
    Path builder = installation().resolve("builder");
    // the program is put there whole, and a verify that was ended leaves the file behind
    if (!Files.isExecutable(program()) && Files.exists(builder)) {
      long process = Long.parseLong(Files.readString(builder).strip());
      Awaitility.await("verify builds " + program())
          .atMost(BUILD)
          .until(
              () ->
                  Files.isExecutable(program())
                      || ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty());
    }
    return Files.isExecutable(program());
  }

  static ControlPlane start(Path folder) throws IOException {
    ControlPlane plane = new ControlPlane(folder);
    try {
      plane.begin();
      return plane;
    } catch (IOException | RuntimeException e) {
      plane.close();
      throw e;
    }
  }

  private void begin() throws IOException {
    int etcd = freePort();
    Path key = keyOfAccounts();
    Path tokens =
        Files.writeString(folder.resolve("tokens.csv"), ADMIN + ",admin,admin,system:masters\n");
    run(
        "etcd",
        "--data-dir=" + folder.resolve("etcd"),
        "--listen-client-urls=http://127.0.0.1:" + etcd,
        "--advertise-client-urls=http://127.0.0.1:" + etcd,
        "--listen-peer-urls=http://127.0.0.1:" + freePort(),
        "--unsafe-no-fsync");
    run(
        "apiserver",
        "--etcd-servers=http://127.0.0.1:" + etcd,
        "--bind-address=127.0.0.1",
        "--secure-port=" + port,
        "--cert-dir=" + folder.resolve("certificates"),
        "--endpoint-reconciler-type=none",
        "--service-cluster-ip-range=10.0.0.0/24",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-signing-key-file=" + key,
        "--service-account-key-file=" + key,
        "--token-auth-file=" + tokens,
        "--authorization-mode=RBAC");
    awaitReady("apiserver");
    run(
        "controller-manager",
        "--kubeconfig=" + kubeconfig("admin", ADMIN),
        "--controllers=" + CONTROLLERS,
        "--use-service-account-credentials",
        "--service-account-private-key-file=" + key,
        "--root-ca-file=" + certificate(),
        "--leader-elect=false",
        "--bind-address=127.0.0.1",
        "--secure-port=" + freePort(),
        "--cert-dir=" + folder.resolve("certificates-of-controllers"));
  }

  /** The key by which tokens of service accounts are signed. */
  private Path keyOfAccounts() throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      String key =
          Base64.getMimeEncoder()
              .encodeToString(generator.generateKeyPair().getPrivate().getEncoded());
      return Files.writeString(
          folder.resolve("accounts.key"),
          "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n".formatted(key));
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  private void run(String part, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(program().toString(), part));
    command.addAll(List.of(options));
    parts.push(
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log(part).toFile())
            .start());
  }

  private Path log(String part) {
    return folder.resolve(part + ".log");
  }

  private void awaitReady(String part) throws IOException {
    Awaitility.await().atMost(PATIENCE).until(() -> isReady() || !parts.element().isAlive());
    if (!parts.element().isAlive()) {
      throw new IOException(part + " did not start: " + Files.readString(log(part)));
    }
  }

  private boolean isReady() {
    if (!Files.exists(certificate())) {
      return false;
    }
    try (KubernetesClient client = admin()) {
      return "ok".equals(client.raw("/readyz"));
    } catch (KubernetesClientException stillStarts) {
      return false;
    }
  }

  /** It signs itself. */
  private Path certificate() {
    return folder.resolve("certificates/apiserver.crt");
  }

  private String url() {
    return "https://127.0.0.1:" + port;
  }

  /** May do everything. */
  KubernetesClient admin() {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(url())
            .withCaCertFile(certificate().toString())
            .withOauthToken(ADMIN)
            .build();
    return KubernetesConnection.client(config);
  }

  /** A kubeconfig with one context, named as the user. */
  Path kubeconfig(String user, String token) throws IOException {
    return Files.writeString(
        folder.resolve(user + ".kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: test, cluster: {server: "%1$s", certificate-authority: "%2$s"}}]
        users: [{name: %3$s, user: {token: "%4$s"}}]
        contexts: [{name: %3$s, context: {cluster: test, user: %3$s}}]
        current-context: %3$s
        """
            .formatted(url(), certificate(), user, token));
  }

  /** What kubectl says, as somebody who may do everything. */
  String kubectl(String... words) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                program().toString(),
                "kubectl",
                "--kubeconfig=" + folder.resolve("admin.kubeconfig"),
                "--cache-dir=" + folder.resolve("kubectl")));
    command.addAll(List.of(words));
    Process kubectl = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(kubectl.getInputStream().readAllBytes());
    if (!kubectl.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || kubectl.exitValue() != 0) {
      throw new IOException("kubectl %s: %s".formatted(List.of(words), said));
    }
    return said;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The last that was started ends first. */
  @Override
  public void close() {
    for (Process part : parts) {
      part.destroy();
      try {
        if (!part.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          part.destroyForcibly();
        }
      } catch (InterruptedException e) {
        part.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
