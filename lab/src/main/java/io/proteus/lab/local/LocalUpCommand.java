package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.Interruption;
import io.proteus.app.OptionValue;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.view.Figures;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.controller.journal.JournalRights;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterSpec;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.lab.stage.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus local up}. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = {
      "Bring a cluster up on this machine, and write a proteus.yaml for it.",
      "HBASE_HOME or CASSANDRA_HOME names an installed one to run; without it, the one that Proteus"
          + " was built with."
    },
    footer = {
      "",
      "Examples:",
      "  proteus local up",
      "  proteus local up --region-servers 3 --heap 512MB",
      "  proteus local up --property hbase.regionserver.handler.count=60",
      "  proteus local up --cpu 0.22             each RegionServer gets 22 %% of a core",
      "  proteus local up --store redis --nodes 3",
      "  proteus local up --store cassandra --nodes 3"
    })
final class LocalUpCommand implements Callable<Integer> {
  private static final int MOST_NODES = 100;

  private final Environment environment;

  @Mixin private LocalCommand.Directory directory = new LocalCommand.Directory();

  @Option(
      names = {"--region-servers", "--nodes"},
      paramLabel = "N",
      defaultValue = "5",
      description = "How many, each with a DataNode (default: ${DEFAULT-VALUE}).")
  private int regionServers;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "768MB",
      description = "Heap of each RegionServer (default: ${DEFAULT-VALUE}).")
  private String heap = "768MB";

  @Option(
      names = "--cpu",
      paramLabel = "CORES",
      description =
          "CPU that each RegionServer may use together with its DataNode, in cores: 0.22 is 22 %%"
              + " of one. Without it there is no cap.")
  private @Nullable Double cores;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      description =
          "First of a hundred ports that its daemons listen on, on loopback. Without it a block"
              + " that is free is looked for.")
  private @Nullable Integer portBase;

  @Option(
      names = "--without-plugin",
      description = "HBase as it ships: a new memory split then takes a restart.")
  private boolean withoutPlugin;

  @Option(
      names = "--property",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of every daemon, in HBase's or HDFS's own key; repeat it for more. KEY= leaves"
              + " out what Proteus would set, so that HBase's default counts.")
  private Map<String, String> properties = new TreeMap<>();

  LocalUpCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException {
    Screen screen = environment.screen();
    OptionValue.check("--cpu", () -> ResourceCap.check(cores));
    Path folder = directory.folder(environment);
    Optional<LocalStore> other = directory.other(environment);
    if (other.isPresent()) {
      if (regionServers < 1 || regionServers > MOST_NODES) {
        throw new WrongUsage("--nodes: want 1..%d, got %d.".formatted(MOST_NODES, regionServers));
      }
      makeForItsOwner(folder);
      return other
          .get()
          .up(
              environment,
              folder,
              new LocalStore.Wishes(regionServers, cores, properties, portBase));
    }
    ByteSize size = OptionValue.of("--heap", () -> ByteSize.parse(heap));
    OptionValue.check(() -> ClusterSpec.check(regionServers, size, portBase));
    Installation installation = new Installation(environment.home());
    ClusterSpec spec =
        ClusterSpec.on(installation.serverJars())
            .regionServers(regionServers)
            .heap(size)
            .cores(cores)
            .properties(properties)
            .portBase(portBase)
            .plugin(withoutPlugin ? List.of() : List.of(installation.pluginJar()))
            .build();
    makeForItsOwner(folder);
    LocalDeployment deployment = LocalDeployment.in(folder);
    screen
        .err()
        .println(
            "Bringing up HBase with %s in %s, which takes about half a minute"
                .formatted(
                    Figures.count(regionServers, "RegionServer", "RegionServers"),
                    directory.path()));
    try (Interruption cancel =
        Interruption.handledBy(
            () -> deployment.cancel(false, line -> screen.err().println("  " + line)))) {
      deployment.up(spec, line -> screen.err().println("  " + line));
    }
    screen
        .out()
        .println(
            new LocalConfiguration(folder, deployment.clientConfiguration()).write(environment));
    return 0;
  }

  /** The journal and the tokens of `serve` are kept in it, too. */
  private static void makeForItsOwner(Path folder) throws PortException {
    try {
      JournalRights.makeFolder(folder);
    } catch (IOException e) {
      throw new PortException("%s: cannot be made (%s).".formatted(folder, e), e);
    }
  }
}
