package io.proteus.lab.faults;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import io.proteus.lab.faults.FaultsExperiment.Campaign;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.stage.SeedOption;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment faults}. */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    description = {
      "Faults for real, while Proteus carries out a plan under load.",
      "Proteus, RegionServers and the HMaster are killed, ZooKeeper and servers stop for a while,",
      "the journal's disk is full, the clock jumps. After each, everything is looked at: every"
          + " region",
      "served, no acknowledged write lost, settings, balancer, compactions, claim, and what the",
      "journal says. Takes two to five minutes a trial. Ends with 1 if anything was not as it must"
          + " be,",
      "or a fault that was asked for was not shown."
    },
    footer = {
      "",
      "Kinds: proteus-boundary, proteus-anytime, target-move, source-move, server-compaction,",
      "server-restart, master-move, zookeeper-short, zookeeper-long, full-disk (wants to mount a",
      "small disk), scrape-hangs, clock-forward, clock-back (want libfaketime).",
      "",
      "Examples:",
      "  proteus experiment faults --trials 1",
      "  proteus experiment faults --kinds proteus-boundary,full-disk --trials 20 --resume"
    })
public final class FaultsCommand implements Callable<Integer> {
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final List<String> FAKE_TIME =
      List.of("faketime/libfaketimeMT.so.1", "faketime/libfaketime.so.1");

  private final Environment environment;

  @Mixin private final StageOptions cluster = new StageOptions(3, "512MB", 0, "reports/faults");

  @Option(
      names = "--kinds",
      paramLabel = "KIND[,KIND...]",
      split = ",",
      description = "What goes wrong (default: all kinds).")
  private List<String> kinds = List.of();

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "3",
      description = "Of each kind (default: ${DEFAULT-VALUE}).")
  private int trials;

  @Mixin private final SeedOption seed = new SeedOption();

  @Option(
      names = "--faketime",
      paramLabel = "FILE",
      description = "The library libfaketime, where it is not in its usual place.")
  private @Nullable Path fakeTime;

  @Option(
      names = "--resume",
      description = "Go on with what the report's folder has, instead of refusing it.")
  private boolean resume;

  public FaultsCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    if (trials < 1) {
      throw new WrongUsage("--trials: want 1 or more, got %d.".formatted(trials));
    }
    List<FaultKind> chosen =
        kinds.isEmpty()
            ? List.of(FaultKind.values())
            : kinds.stream().map(FaultKind::named).distinct().toList();
    StageSpec spec = cluster.spec(environment);
    FaultKind.Tools tools = new FaultKind.Tools(fakeTime().orElse(null));
    Path folder = cluster.report(environment);
    TrialLog log = new TrialLog(folder.resolve(TrialLog.FILE));
    List<TrialRecord> records = new ArrayList<>(log.read());
    if (!records.isEmpty() && !resume) {
      throw new InvalidValue(
          "%s: holds %d trials already. --resume goes on with them, --report names another folder."
              .formatted(log.file(), records.size()));
    }
    Map<FaultKind, String> leftOut = leftOut(chosen, tools);
    leftOut.forEach(
        (kind, why) ->
            environment.screen().err().println("%s is left out: %s".formatted(kind.id(), why)));
    return ExperimentRunner.publish(
        environment,
        folder,
        new FaultsExperiment(
            new Campaign(chosen, !kinds.isEmpty(), trials, leftOut, seed.value()),
            spec,
            tools,
            log,
            records));
  }

  private static Map<FaultKind, String> leftOut(List<FaultKind> chosen, FaultKind.Tools tools)
      throws IOException, InterruptedException {
    Map<FaultKind, String> leftOut = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : chosen) {
      kind.objection(tools).ifPresent(why -> leftOut.put(kind, why));
    }
    return leftOut;
  }

  private Optional<Path> fakeTime() throws IOException {
    if (fakeTime != null) {
      Path named = environment.folder().resolve(fakeTime).toAbsolutePath();
      if (!Files.isRegularFile(named)) {
        throw new WrongUsage(
            "--faketime: want the library's file, there is no %s.".formatted(named));
      }
      return Optional.of(named);
    }
    if (!Files.isDirectory(LIBRARIES)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(LIBRARIES)) {
      return folders
          .sorted()
          .flatMap(folder -> FAKE_TIME.stream().map(folder::resolve))
          .filter(Files::isRegularFile)
          .findFirst();
    }
  }
}
