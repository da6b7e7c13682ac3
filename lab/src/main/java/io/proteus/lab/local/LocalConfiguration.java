package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.command.ClusterOptions;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.deployment.hbase.LocalCloudSettings;
import io.proteus.engine.hbase.HBaseConnectionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;

/**
 * The proteus.yaml of a local cluster.
 *
 * @param directory the cluster's, absolute
 * @param client what a client needs to reach it, in HBase's keys
 */
record LocalConfiguration(Path directory, Map<String, String> client) {
  private static final String QUORUM = "hbase.zookeeper.quorum";
  private static final String PORT = "hbase.zookeeper.property.clientPort";

  /** The template with what differs for this cluster. */
  String text() {
    Map<String, String> properties = new TreeMap<>(client);
    properties.keySet().removeAll(List.of(QUORUM, PORT));
    StringBuilder pairs = new StringBuilder();
    properties.forEach((key, value) -> pairs.append("\n    %s: %s".formatted(key, value)));
    String text = Configuration.template();
    text = with(text, "name: my-cluster", "name: local");
    text = with(text, "zookeeper: \\S+", "zookeeper: " + zooKeeper());
    text = with(text, "properties: \\{\\}[^\n]*", "properties:" + pairs);
    text = with(text, "type: none", "type: local");
    return with(text, "# directory: [^\n]*", "directory: \"" + directory + "\"");
  }

  private static String with(String text, String pattern, String replacement) {
    String changed = text.replaceFirst(pattern, Matcher.quoteReplacement(replacement));
    if (changed.equals(text)) {
      throw new IllegalStateException("the template no longer has " + pattern);
    }
    return changed;
  }

  /**
   * Writes it beside the cluster, and as the working folder's proteus.yaml where there is none of
   * another cluster. One beside the cluster that leads to it already stays as it is, with what was
   * changed in it; another one is moved aside.
   *
   * @return sentences that say how to use it
   */
  String write(Environment environment) throws PortException {
    Path own = directory.resolve(ClusterOptions.DEFAULT_FILE);
    Path here = environment.folder().resolve(ClusterOptions.DEFAULT_FILE);
    try {
      return writeOwn(own) + use(own, here);
    } catch (IOException e) {
      throw new PortException("proteus.yaml: cannot be written (%s).".formatted(e), e);
    }
  }

  /** Says what became of the file that was there. */
  private String writeOwn(Path own) throws IOException {
    if (Files.exists(own) && leadsHere(own)) {
      return "";
    }
    String moved = "";
    if (Files.exists(own)) {
      Path aside = own.resolveSibling(ClusterOptions.DEFAULT_FILE + ".before");
      Files.move(own, aside, StandardCopyOption.REPLACE_EXISTING);
      moved =
          "%s did not lead to this cluster: it is %s now.%n".formatted(own, aside.getFileName());
    }
    Files.writeString(own, text());
    return moved;
  }

  private String use(Path own, Path here) throws IOException {
    if (!Files.exists(here)) {
      Files.writeString(here, text());
      return "Wrote proteus.yaml. Look at the cluster with: proteus watch";
    }
    return leadsHere(here)
        ? "proteus.yaml leads to it already. Look at the cluster with: proteus watch"
        : "proteus.yaml here is of another cluster; %s leads to this one. Look at it with: proteus watch --config %s"
            .formatted(own, own);
  }

  /**
   * The journals of the files that lead to a cluster in this directory, the one beside it and the
   * working folder's.
   */
  static Set<Path> journalsOf(Path directory, Path folder) {
    Set<Path> journals = new TreeSet<>();
    for (Path at : List.of(directory, folder)) {
      try {
        Configuration found = Configuration.read(at.resolve(ClusterOptions.DEFAULT_FILE));
        if (leadsTo(found, directory)) {
          journals.add(found.journal().file());
        }
      } catch (InvalidConfiguration e) {
        // there is none, or it leads nowhere
      }
    }
    return journals;
  }

  private boolean leadsHere(Path file) {
    try {
      Configuration found = Configuration.read(file);
      return leadsTo(found, directory)
          && found
              .extensions()
              .engine()
              .settings(HBaseConnectionSettings.class)
              .quorum()
              .equals(zooKeeper());
    } catch (InvalidConfiguration e) {
      return false;
    }
  }

  private static boolean leadsTo(Configuration found, Path directory) {
    return found.extensions().cloud().settings() instanceof LocalCloudSettings local
        && local.directory().filter(directory::equals).isPresent();
  }

  private String zooKeeper() {
    return client.get(QUORUM) + ":" + client.get(PORT);
  }
}
