package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Which cluster a command is about. */
public final class ClusterOptions {
  public static final String DEFAULT_FILE = "proteus.yaml";

  private static final Pattern ENSEMBLE = Pattern.compile("([\\w.,:-]+)((?:/[\\w.-]+)*)");

  @ArgGroup(exclusive = true)
  private @Nullable Choice choice;

  /** One of the two. */
  static final class Choice {
    @Option(
        names = {"-c", "--config"},
        paramLabel = "FILE",
        description = "The cluster's configuration (default: proteus.yaml).")
    private @Nullable Path file;

    @Option(
        names = {"-z", "--zookeeper"},
        paramLabel = "HOST[:PORT],...",
        description = {
          "The cluster's ZooKeeper, instead of a file and with every setting at its default;",
          "zk1:2181/hbase-unsecure names another znode than /hbase."
        })
    private @Nullable String ensemble;
  }

  /** Whether a cluster was named at all. */
  boolean isChosen() {
    return choice != null;
  }

  /** Whether the cluster was named by its ZooKeeper alone: then nothing is kept of it. */
  public boolean isWithoutFile() {
    return choice != null && choice.ensemble != null;
  }

  /** The configuration's file; empty where there is none. */
  Optional<Path> file(Environment environment) {
    return isWithoutFile()
        ? Optional.empty()
        : ConfigurationFile.of(choice == null ? null : choice.file, environment);
  }

  /** Refuses a cluster without a file: whoever acts keeps a journal of it. */
  public void requireFile(String command) {
    if (isWithoutFile()) {
      throw new WrongUsage(
          "%s: keeps a journal of the cluster, so it wants a file. `proteus init` writes one."
              .formatted(command));
    }
  }

  /** The configuration of a cluster whose journal is to be read. */
  Configuration withJournal(Environment environment) throws InvalidConfiguration {
    if (isWithoutFile()) {
      throw new WrongUsage(
          "--zookeeper: nothing is kept of a cluster without a file. Give --config FILE.");
    }
    return configuration(environment);
  }

  /** The configuration that was chosen. */
  public Configuration configuration(Environment environment) throws InvalidConfiguration {
    if (choice != null && choice.ensemble != null) {
      return ofZooKeeper(choice.ensemble, environment.folder());
    }
    Path given = choice == null ? null : choice.file;
    Path file = environment.folder().resolve(given == null ? Path.of(DEFAULT_FILE) : given);
    if (given == null && !file.toFile().exists()) {
      throw new InvalidValue(
          """
          there is no proteus.yaml here, so no cluster is known. One of these helps:
            --zookeeper HOST:PORT   looks at a cluster without any file
            --config FILE           names a file that is elsewhere
            proteus init            writes one
            proteus local up        makes a cluster on this machine, with its file\
          """);
    }
    return Configuration.read(file);
  }

  /** Every setting at its default, but for one interval being enough: somebody is waiting. */
  private static Configuration ofZooKeeper(String ensemble, Path folder)
      throws InvalidConfiguration {
    Matcher matcher = ENSEMBLE.matcher(ensemble);
    if (!matcher.matches()) {
      throw new WrongUsage(
          "--zookeeper: want host:port, several with commas between them, got '%s'."
              .formatted(ensemble));
    }
    StringBuilder servers = new StringBuilder();
    for (String server : matcher.group(1).split(",", -1)) {
      servers.append(servers.isEmpty() ? "" : ",");
      servers.append(server.contains(":") ? server : server + ":2181");
    }
    String parent = matcher.group(2).isEmpty() ? "/hbase" : matcher.group(2);
    return Configuration.parseUnseen(
        "--zookeeper",
        """
        cluster:
          name: unnamed
        engine:
          zookeeper: "%s"
          znodeParent: "%s"
        monitor:
          period: 15s
          samples: 1
        """
            .formatted(servers, parent),
        folder);
  }
}
