package io.proteus.lab.stage;

import io.proteus.core.port.PortException;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.deployment.hbase.RegionServerStatus;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What machines find on which the RegionServers of a stage are to start: for each address of the
 * stage a command and the settings that all servers have. A machine brings those that Proteus wants
 * of its own server, starts it, and leaves its number behind.
 *
 * @param folder which every machine sees; absolute
 */
record BootFiles(Path folder) {
  private static final String COMMAND = ".sh";
  private static final String CONFIGURATION = ".conf";
  private static final String PID = ".pid";
  private static final String SETTINGS = "settings";
  private static final String TEMPLATE = "settings.template";
  private static final String START = "start";

  /** Of two settings of a key in one file, Hadoop takes the later one. */
  private static final String SCRIPT =
      """
      #!/bin/sh
      # start ADDRESS NAME: the RegionServer of a machine, with the settings that Proteus wants of it
      set -e
      cd "$(dirname "$0")"
      rm -rf "$1"
      cp -r "$(cat "$1.conf")" "$1"
      site=$1/hbase-site.xml
      {
        sed '$d' "$site"
        sed -n 's/&/\\&amp;/g; s/</\\&lt;/g; s|^\\([^=]*\\)=\\(.*\\)$|<property><name>\\1</name><value>\\2</value></property>|p' "$2/settings"
        echo '</configuration>'
      } >"$site.new"
      mv "$site.new" "$site"
      sh "$1.sh" >"$2/out" 2>&1 </dev/null &
      echo $! >"$1.pid.new"
      mv "$1.pid.new" "$1.pid"
      """;

  /** A server that a machine has started. */
  record Started(String address, long pid, Instant configured) {}

  /** Writes them for every server that the stage may have. */
  void write(LocalDeployment deployment) throws PortException, IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(START), SCRIPT);
    Files.writeString(folder.resolve(TEMPLATE), "{{settings}}\n");
    for (RegionServerStatus server : deployment.servers()) {
      String address = server.daemon().address();
      Files.writeString(
          folder.resolve(address + CONFIGURATION),
          deployment.configurationOf(server.name()) + "\n");
      Files.writeString(
          folder.resolve(address + COMMAND),
          "exec "
              + deployment.regionServerCommand(server.name(), folder.resolve(address)).stream()
                  .map(BootFiles::quoted)
                  .collect(Collectors.joining(" "))
              + "\n");
    }
  }

  private static String quoted(String argument) {
    return "'" + argument.replace("'", "'\\''") + "'";
  }

  /**
   * The keys of the section {@code cloud}, a line each, by which a machine with one of the
   * addresses becomes the RegionServer there.
   *
   * @param port of RegionServers
   */
  List<String> keys(int port) {
    return List.of(
        "files: {\"%s/{host}/%s\": \"%s\"}".formatted(folder, SETTINGS, folder.resolve(TEMPLATE)),
        "start: \"sh %s {ip} {host}\"".formatted(folder.resolve(START)),
        "ready: \"bash -c 'exec 3<>/dev/tcp/{ip}/%d'\"".formatted(port),
        "node: \"{ip}:%d\"".formatted(port));
  }

  /** The servers that machines have started, the last one on each address. */
  List<Started> started() throws IOException {
    List<Started> started = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + PID)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        FileTime written = Files.getLastModifiedTime(file);
        started.add(
            new Started(
                name.substring(0, name.length() - PID.length()),
                Long.parseLong(Files.readString(file).trim()),
                written.toInstant()));
      }
    }
    return started;
  }
}
