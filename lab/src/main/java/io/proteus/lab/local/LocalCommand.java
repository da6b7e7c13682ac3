package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.deployment.hbase.LocalDeployment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus local}: a real cluster on this machine, to try Proteus on. */
@Command(
    name = "local",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Bring a real cluster up on this machine, to try Proteus on, and end it.",
      "HBase, or with --store redis a cluster of Redis or Valkey, or with --store cassandra one of"
          + " Cassandra.",
      "Of HBase: ZooKeeper, HDFS, an HMaster and RegionServers, each a process of its own on loopback."
    },
    footer = {
      "",
      "Examples:",
      "  proteus local up --region-servers 3     bring it up, and write a proteus.yaml for it",
      "  proteus local load                      let six tenants work on it",
      "  proteus watch                           look at it",
      "  proteus local status                    its processes",
      "  proteus local down                      end it; its data stays",
      "  proteus local up --store redis --nodes 3"
    })
public final class LocalCommand {
  private final List<Object> subcommands;

  public LocalCommand(Environment environment) {
    this.subcommands =
        List.of(
            new LocalUpCommand(environment),
            new LocalLoadCommand(environment),
            new LocalStatusCommand(environment),
            new LocalDownCommand(environment));
  }

  public List<Object> subcommands() {
    return subcommands;
  }

  /** Where the cluster is. */
  static final class Directory {
    static final String DEFAULT = "proteus-data/local";

    @Option(
        names = "--directory",
        paramLabel = "DIR",
        defaultValue = DEFAULT,
        description = "Holds the cluster's data, settings and logs (default: ${DEFAULT-VALUE}).")
    private Path path = Path.of(DEFAULT);

    @Option(
        names = "--store",
        paramLabel = "NAME",
        description = "hbase, redis or cassandra (default: what the folder holds, else hbase).")
    private @Nullable String store;

    Path path() {
      return path;
    }

    /** The store that is asked for, or that is in the folder; empty where that is HBase. */
    Optional<LocalStore> other(Environment environment) {
      List<LocalStore> all = new ArrayList<>();
      ServiceLoader.load(LocalStore.class).forEach(all::add);
      String name = store;
      if (name == null) {
        Path folder = folder(environment);
        return all.stream().filter(one -> one.isIn(folder)).findFirst();
      }
      Optional<LocalStore> named = all.stream().filter(one -> one.name().equals(name)).findFirst();
      if (named.isEmpty() && !name.equals("hbase")) {
        throw new WrongUsage(
            "--store: want hbase%s, got %s."
                .formatted(
                    all.stream().map(one -> " or " + one.name()).collect(Collectors.joining()),
                    name));
      }
      return named;
    }

    /** Absolute: what is looked for depends on where the command was started. */
    Path folder(Environment environment) {
      return environment.folder().resolve(path).toAbsolutePath().normalize();
    }

    LocalDeployment deployment(Environment environment) throws PortException {
      return LocalDeployment.in(folder(environment));
    }

    /** Says where clusters run, for whoever looks in the wrong place. */
    void tellOfOthers(Environment environment) {
      for (Path other : LocalDeployment.running()) {
        environment
            .screen()
            .out()
            .println(
                "A local cluster runs in %s: `proteus local down --directory %s` ends it."
                    .formatted(other, other));
      }
    }
  }
}
