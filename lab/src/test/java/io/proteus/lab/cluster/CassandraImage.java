package io.proteus.lab.cluster;

import io.proteus.cloud.kubernetes.Image;
import io.proteus.cloud.kubernetes.RunningPod;
import io.proteus.core.port.PortException;
import io.proteus.deployment.cassandra.NodeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * A node of a Cassandra cluster in each pod, with its data on the pod's volume. A pod that is made
 * anew has the address that the one of its name had, as its volume's node is known by it.
 */
final class CassandraImage implements Image {
  /** Its address is replaced by that of each pod; no pod gets so far. */
  private static final int OF_NO_POD = 250;

  private static final String START = "start.sh";

  /** What the container of each pod begins with. */
  private static final String SCRIPT =
      """
      #!/bin/sh
      # start.sh ADDRESS JMX-PORT SETTINGS; HOSTNAME is the pod's name, VOLUME where its claim is mounted
      set -e
      # the first three make the cluster; a later pod waits to be told to join, once
      join=false
      if [ "${HOSTNAME##*-}" -lt 3 ] || [ -e "$VOLUME/joined" ]; then join=true; fi
      mkdir -p "$VOLUME/tmp"
      for file in cassandra.yaml logback.xml command.args; do
        sed "s|@VOLUME@|$VOLUME|g; s|@ADDRESS@|$1|g; s|@JMX@|$2|g" "$IMAGE/$file" >"$VOLUME/$file"
      done
      # the settings that Proteus wrote
      while IFS='=' read -r key value; do
        sed -i "s|^$key: .*|$key: $value|" "$VOLUME/cassandra.yaml"
      done <"$3"
      exec java -Dcassandra.join_ring=$join "@$VOLUME/command.args"
      """;

  private final Path folder;
  private final Queue<Process> started = new ConcurrentLinkedQueue<>();
  private final Map<String, Path> volumes = new ConcurrentHashMap<>();

  private CassandraImage(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes the image.
   *
   * @param folder for it and the pods' logs
   * @param lib the folder of the daemons' jars
   */
  static CassandraImage in(Path folder, Path lib) throws IOException, PortException {
    Path home = Files.createDirectories(folder.resolve("image"));
    NodeFiles any = new NodeFiles(home, OF_NO_POD);
    any.write(Map.of());
    List<String> command = any.command(lib, true);
    Files.writeString(
        home.resolve("command.args"),
        command.stream()
            .skip(1)
            .filter(word -> !word.startsWith("-Dcassandra.join_ring="))
            .collect(Collectors.joining("\n")));
    for (String file : List.of("cassandra.yaml", "logback.xml", "command.args")) {
      Path path = home.resolve(file);
      Files.writeString(
          path,
          Files.readString(path)
              .replace(home.toString(), "@VOLUME@")
              .replace(any.address(), "@ADDRESS@")
              .replace("port=" + any.jmxPort(), "port=@JMX@"));
    }
    Files.writeString(home.resolve(START), SCRIPT);
    return new CassandraImage(folder);
  }

  /** All that were ever started. */
  List<Process> started() {
    return List.copyOf(started);
  }

  /** Of the pod with this number. */
  static String address(int pod) {
    return node(pod).address();
  }

  private static NodeFiles node(int pod) {
    return new NodeFiles(Path.of(""), pod + 1);
  }

  private static int number(RunningPod pod) {
    return Integer.parseInt(pod.name().substring(pod.name().lastIndexOf('-') + 1));
  }

  @Override
  public String addressFor(RunningPod pod) {
    return address(number(pod));
  }

  @Override
  public Process start(RunningPod pod, String address) throws IOException {
    Path volume = pod.volume().orElseThrow();
    volumes.put(address, volume);
    Path settings = folder.resolve(pod.name() + ".settings");
    Files.writeString(
        settings,
        pod.settings().entrySet().stream()
            .map(setting -> "%s=%s\n".formatted(setting.getKey(), setting.getValue()))
            .collect(Collectors.joining()));
    Path image = folder.resolve("image");
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh",
                image.resolve(START).toString(),
                address,
                Integer.toString(node(number(pod)).jmxPort()),
                settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve(pod.name() + ".log").toFile()));
    builder
        .environment()
        .putAll(
            Map.of("HOSTNAME", pod.name(), "VOLUME", volume.toString(), "IMAGE", image.toString()));
    Process node = builder.start();
    started.add(node);
    return node;
  }

  /** Ready is who has joined, which the probe notes on the volume. */
  @Override
  public boolean isReady(String address) {
    int number = Integer.parseInt(address.substring(address.lastIndexOf('.') + 1));
    if (!node(number - 1).isUp()) {
      return false;
    }
    try {
      Path joined = volumes.get(address).resolve("joined");
      if (!Files.exists(joined)) {
        Files.createFile(joined);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
