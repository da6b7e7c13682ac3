package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.OptionValue;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.cloud.local.DirectoryLock;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.workloads.hbase.HBaseBinding;
import io.proteus.workloads.hbase.HBaseClient;
import io.proteus.workloads.hbase.LoadPhase;
import io.proteus.workloads.hbase.TenantTables;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.run.ThroughputSample;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.RowFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus local load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Let six tenants work on the local cluster, so that there is something to see and to decide.",
      "Reads, updates, scans and inserts on the tables tenant_a to tenant_f, which are made anew",
      "first; other tables are left alone. Ctrl-C ends the load; the tables stay."
    },
    footer = {
      "",
      "Examples:",
      "  proteus local load                      in one terminal, `proteus watch` in another",
      "  proteus local load --rate 200 --for 10m"
    })
final class LocalLoadCommand implements Callable<Integer> {
  private static final long SEED = 7;

  /** The smallest tenant has a tenth, of which each partition needs some. */
  private static final int FEWEST_ROWS = 1000;

  /** 20 GB of the six together. */
  private static final int MOST_ROWS = 4_000_000;

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

  private final Environment environment;

  @Mixin private LocalCommand.Directory directory = new LocalCommand.Directory();

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Rows of 1 KB of each tenant, one of them a tenth (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--rate",
      paramLabel = "N",
      converter = UnitValue.Rate.class,
      description =
          "Operations a second that each tenant asks for at most. Without it they ask as fast as"
              + " they are answered.")
  private @Nullable Double rate;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = UnitValue.Time.class,
      description = "How long they work, such as 10m (default: until Ctrl-C).")
  private @Nullable Duration length;

  LocalLoadCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, InterruptedException {
    if (rows < FEWEST_ROWS || rows > MOST_ROWS) {
      throw new WrongUsage("--rows: want %d..%d, got %d.".formatted(FEWEST_ROWS, MOST_ROWS, rows));
    }
    Optional<LocalStore> other = directory.other(environment);
    if (other.isPresent()) {
      OptionValue.of("--rate", () -> atMost(rate));
      return other.get().load(environment, directory.folder(environment), rows, rate, length);
    }
    OperationsPerSecond most = OptionValue.of("--rate", () -> atMost(rate));
    List<Dataset> datasets =
        MetTenants.atMost(most).stream()
            .map(tenant -> Dataset.of(tenant, rows, RowFormat.ONE_FIELD))
            .toList();
    Path folder = directory.folder(environment);
    LocalDeployment deployment = LocalDeployment.in(folder);
    if (deployment.isDown()) {
      directory.tellOfOthers(environment);
      throw new PortException(
          "no local cluster runs in %s. `proteus local up` brings one up.".formatted(folder));
    }
    try (DirectoryLock alone =
            DirectoryLock.hold(folder.resolve("data").resolve("load"), Duration.ofSeconds(1));
        Signals signals = Signals.handled(environment.screen());
        Connection connection = HBaseClient.connect("127.0.0.1", deployment.ports().zooKeeper())) {
      AcknowledgedWrites ledger = new AcknowledgedWrites(datasets, System.currentTimeMillis());
      fill(connection, datasets, ledger);
      if (signals.received()) { // the store's client may have kept the interruption for itself
        throw new InterruptedException();
      }
      work(
          new WorkloadRunner(
              datasets, dataset -> HBaseBinding.open(connection, dataset), ledger, SEED),
          signals);
      return ExitCode.OK;
    } catch (IOException e) {
      throw new PortException("the local cluster: " + Causes.of(e), e);
    }
  }

  private static @Nullable OperationsPerSecond atMost(@Nullable Double rate) {
    if (rate == null) {
      return null;
    }
    if (!(rate > 0)) {
      throw new InvalidValue("want more than 0 operations per second, got %s.".formatted(rate));
    }
    return new OperationsPerSecond(rate);
  }

  private void fill(Connection connection, List<Dataset> datasets, AcknowledgedWrites ledger)
      throws IOException, InterruptedException {
    Screen screen = environment.screen();
    screen
        .err()
        .println(
            String.format(
                Locale.ROOT,
                "Making the tables of six tenants, and loading them with %,d rows",
                LoadPhase.rows(datasets)));
    try (Admin admin = connection.getAdmin()) {
      new TenantTables(admin).recreate(datasets, TenantTables.Attributes.DEFAULT);
      AtomicLong loaded = new AtomicLong();
      new LoadPhase(
              connection,
              ledger,
              more -> screen.progress("  %,d rows".formatted(loaded.addAndGet(more))))
          .load(datasets, SEED);
      for (Dataset dataset : datasets) {
        admin.flush(TableName.valueOf(dataset.table()));
      }
    } finally {
      screen.progress("");
    }
  }

  private void work(WorkloadRunner runner, Signals signals) throws InterruptedException {
    Screen screen = environment.screen();
    screen
        .err()
        .println(
            "At work%s; Ctrl-C ends it".formatted(length == null ? "" : " for " + length(length)));
    try (runner) {
      runner.start();
      await(runner, screen, signals);
    } catch (InterruptedException e) {
      if (!signals.received()) {
        throw e;
      }
    }
    screen.progress("");
    screen
        .out()
        .println(
            String.format(
                Locale.ROOT,
                "%,d operations, %,d failed. The tables stay.",
                runner.completed(),
                runner.failures()));
  }

  /** Says now and then how it goes; on a terminal each second. */
  private void await(WorkloadRunner runner, Screen screen, Signals signals)
      throws InterruptedException {
    long begin = System.nanoTime();
    long line = BETWEEN_LINES.toSeconds();
    while (!signals.received()
        && (length == null || System.nanoTime() - begin < length.toNanos())) {
      TimeUnit.SECONDS.sleep(1);
      String now = runner.live().map(LocalLoadCommand::perSecond).orElse("");
      screen.progress("  " + now);
      long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
      if (!screen.interactive() && seconds >= line) {
        screen.err().println("  %d s  %s".formatted(seconds, now));
        line = seconds + BETWEEN_LINES.toSeconds();
      }
    }
  }

  private static String perSecond(ThroughputSample sample) {
    StringBuilder text =
        new StringBuilder(String.format(Locale.ROOT, "%,.0f op/s:", sample.totalPerSecond()));
    sample
        .operationsPerSecond()
        .forEach(
            (tenant, rate) -> text.append(String.format(Locale.ROOT, "  %s %,.0f", tenant, rate)));
    return text.toString();
  }

  private static String length(Duration length) {
    return length.toSeconds() < 1 ? length.toMillis() + " ms" : length.toSeconds() + " s";
  }
}
