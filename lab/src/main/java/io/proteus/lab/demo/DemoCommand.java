package io.proteus.lab.demo;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.local.cassandra.CassandraDemo;
import io.proteus.lab.rebalance.RedisDemo;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Show what Proteus does, on a real cluster of HBase, Redis or Cassandra on this machine.",
      "Brings up five RegionServers, loads six tenants, places their regions by chance, lets"
          + " Proteus",
      "put them right under load, and compares. With --store redis: four shards, one of them hot",
      "and one empty. With --store cassandra: three busy nodes get a fourth, their table is set for",
      "what it is used for, and both are put back. Cleans up after itself; Ctrl-C at any time does,"
          + " too."
    },
    footer = {
      "",
      "Examples:",
      "  proteus demo              under 10 minutes on two cores",
      "  proteus demo --quick      under 4, with less data and shorter windows",
      "  proteus demo --store redis",
      "  proteus demo --store cassandra"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int ROWS = 200_000;
  private static final int QUICK_ROWS = 60_000;
  private static final long SECONDS = 15;
  private static final long QUICK_SECONDS = 5;

  private final Environment environment;

  @Option(
      names = "--store",
      paramLabel = "NAME",
      defaultValue = "hbase",
      description = "hbase, redis or cassandra (default: ${DEFAULT-VALUE}).")
  private String store = "hbase";

  @Option(names = "--quick", description = "Less data and shorter windows.")
  private boolean quick;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      defaultValue = "proteus-data/demo",
      description = "Of the cluster; deleted afterwards (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("proteus-data/demo");

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "reports/demo",
      description = "Where the report goes (default: ${DEFAULT-VALUE}).")
  private Path report = Path.of("reports/demo");

  public DemoCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    if (store.equals("redis")) {
      return new RedisDemo(
              environment, environment.folder().resolve(directory), quick ? QUICK_SECONDS : SECONDS)
          .run();
    }
    if (store.equals("cassandra")) {
      return new CassandraDemo(
              environment, environment.folder().resolve(directory), quick ? QUICK_SECONDS : SECONDS)
          .run();
    }
    if (!store.equals("hbase")) {
      throw new WrongUsage("--store: want hbase, redis or cassandra, got %s.".formatted(store));
    }
    Screen screen = environment.screen();
    StageSpec spec =
        new StageSpec(
            environment.home(),
            environment.folder().resolve(directory),
            5,
            ByteSize.ofMegabytes(768),
            0.22);
    Timing timing = quick ? Timing.QUICK : Timing.DEMO;
    Demo demo = new Demo(screen, spec, timing, quick ? QUICK_ROWS : ROWS);
    return demo.run(environment.folder().resolve(report));
  }
}
