package io.proteus.lab.tuning;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Interruption;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.bench.BenchOptions;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.policies.PolicyValues;
import io.proteus.lab.report.Publication;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Result;
import io.proteus.lab.runner.Elapsed;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.stage.SeedOption;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.tuner.Space;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.TrialFile;
import io.proteus.lab.tuner.Tuner;
import io.proteus.lab.tuner.TuningResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus tune}. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    description = {
      "Find out which parameters matter for a workload, and which values are best.",
      "On a cluster that is brought up on this machine and takes all of it, or on the simulator.",
      "Writes a policy with the evidence in it, if anything is better than the defaults beyond"
          + " noise."
    },
    footer = {
      "",
      "Examples:",
      "  proteus tune --workload write-only --trials 30",
      "  proteus tune --workload mixed --parameters blockSize,memstoreShare --on simulator"
    })
public final class TuneCommand implements Callable<Integer> {
  private static final String LOCAL = "local";
  private static final String SIMULATOR = "simulator";
  private static final String NOBODY = "none";

  private final Environment environment;

  @Mixin private final StageOptions cluster = new StageOptions(2, "768MB", 0, "reports/tune");
  @Mixin private final BenchOptions measuring = new BenchOptions();

  @Option(
      names = "--workload",
      required = true,
      paramLabel = "NAME",
      description = "write-only, read-only, scan-only, mixed or three-tables.")
  private String workload = "";

  @Option(
      names = "--parameters",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description = "What is tuned (default: what usually matters for the workload).")
  private List<String> parameters = List.of();

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "30",
      description = "In all, without the comparison at the end (default: ${DEFAULT-VALUE}).")
  private int trials;

  @Option(
      names = "--on",
      paramLabel = "local|simulator",
      defaultValue = LOCAL,
      description = "What trials run on (default: ${DEFAULT-VALUE}).")
  private String on = LOCAL;

  @Option(
      names = "--compare",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often each side is measured at the end (default: ${DEFAULT-VALUE}).")
  private int comparisons;

  @Option(
      names = "--against",
      paramLabel = "POLICY[,POLICY...]",
      split = ",",
      description = "Compared with the result (default: those of the workload's class; or none).")
  private @Nullable List<String> against;

  @Option(
      names = "--noise",
      paramLabel = "SHARE",
      defaultValue = "0.03",
      description = "That the simulator's rates are given (default: ${DEFAULT-VALUE}).")
  private double noise;

  @Mixin private final SeedOption seed = new SeedOption();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The policy (default: policy.yaml beside the report).")
  private @Nullable Path out;

  @Option(names = "--resume", description = "Go on with the trials that the report folder holds.")
  private boolean resume;

  @Option(names = "--json", description = "Print every figure as JSON.")
  private boolean json;

  public TuneCommand(Environment environment) {
    this.environment = environment;
  }

  /** What a run is made of. */
  private record Setup(
      BenchWorkload workload,
      ParameterCatalogue catalogue,
      Space space,
      Tuner tuner,
      StageSpec spec,
      Bench bench,
      boolean simulated) {}

  @Override
  public Integer call()
      throws PortException, IOException, InterruptedException, InvalidConfiguration {
    Setup setup = setup();
    Path folder = cluster.report(environment);
    TrialFile file =
        TrialFile.open(
            folder.resolve("trials.jsonl"),
            TrialFile.Header.of(
                on,
                setup.workload().id(),
                measurement(setup),
                setup.tuner().settings(),
                setup.space()),
            resume);
    Screen screen = environment.screen();
    Publication publication = new Publication(screen, folder);
    Elapsed progress = Elapsed.on(screen);
    if (!file.trials().isEmpty()) {
      screen.err().println("going on after %d trials".formatted(file.trials().size()));
    }
    Tuning tuning =
        new Tuning(
            new TrialsSoFar(setup.tuner(), setup.space(), file, machine(setup)),
            said -> open(setup, said));
    Instant started =
        file.trials().stream().findFirst().map(Trial::startedAt).orElseGet(Instant::now);
    try (Interruption interruption =
        Interruption.handledBy(() -> progress.accept(kept(file, folder)))) {
      Result shown = new ExperimentRunner(progress, started, publication::write).run(tuning);
      return show(setup, tuning.result(), shown, publication);
    }
  }

  private static String kept(TrialFile file, Path folder) {
    return "%d trials are kept in %s, with what they tell so far (report.html); the same command with --resume goes on with them"
        .formatted(file.trials().size(), folder);
  }

  private Setup setup() throws InvalidConfiguration {
    boolean simulated = on.equals(SIMULATOR);
    if (!simulated && !on.equals(LOCAL)) {
      throw new WrongUsage("--on: want local or simulator, got '%s'.".formatted(on));
    }
    if (!(noise >= 0 && noise < 1)) {
      throw new WrongUsage(
          "--noise: want a standard deviation of 0 to 1, got %s.".formatted(noise));
    }
    BenchWorkload chosen = BenchWorkload.named(workload, "--workload");
    ParameterCatalogue catalogue = ShippedGuide.of("hbase").catalogue();
    StageSpec spec = cluster.spec(environment);
    Bench bench = measuring.bench(seed.value());
    Set<String> among = simulated ? TunableParameters.SIMULATED : TunableParameters.names();
    List<String> names =
        parameters.isEmpty() ? TunableParameters.usual(chosen, simulated) : parameters;
    Space space =
        TunableParameters.space(
            names, among, catalogue, simulated ? SimulatedBed.HEAP : spec.heap());
    Tuner tuner =
        new Tuner(
            space,
            new Tuner.Settings(
                trials,
                seed.value(),
                comparisons,
                references(chosen, space, spec, bench, simulated)));
    return new Setup(chosen, catalogue, space, tuner, spec, bench, simulated);
  }

  /** Policies known before, as far as trials can set what they set. */
  private Map<String, Map<String, String>> references(
      BenchWorkload chosen, Space space, StageSpec spec, Bench bench, boolean simulated) {
    ByteSize heap = simulated ? SimulatedBed.HEAP : spec.heap();
    int nodes = simulated ? SimulatedBed.NODES : spec.regionServers();
    long data = simulated ? SimulatedBed.dataBytes() : bench.rows() * 1000L;
    Map<String, Map<String, String>> references = new LinkedHashMap<>();
    List<String> left = new ArrayList<>(against == null ? List.of() : against);
    for (Policy policy : ShippedGuide.of("hbase").policies()) {
      boolean wanted =
          against == null
              ? policy.enabled() && PolicyValues.applies(policy, chosen, heap, nodes, data)
              : left.remove(policy.name());
      if (wanted) {
        Map<String, String> values = new TreeMap<>(space.usualValues());
        values.putAll(
            PolicyValues.of(policy, ShippedGuide.of("hbase").catalogue(), chosen, heap, nodes, data)
                .values());
        if (simulated) {
          values.keySet().retainAll(TunableParameters.SIMULATED);
        }
        references.put(policy.name(), values);
      }
    }
    left.remove(NOBODY);
    if (!left.isEmpty()) {
      throw new WrongUsage(
          "--against: want shipped policies (`proteus policies list`) or none, got %s."
              .formatted(left));
    }
    return references;
  }

  private TestBed open(Setup setup, Consumer<String> progress) throws PortException, IOException {
    return setup.simulated()
        ? new SimulatedBed(setup.workload(), noise, seed.value())
        : LocalBed.open(
            setup.spec(),
            setup.bench(),
            setup.workload(),
            setup.space().usualValues(),
            setup.catalogue(),
            environment.time(),
            progress);
  }

  private io.proteus.lab.result.Environment machine(Setup setup) {
    return setup.simulated() ? SimulatedBed.environment() : setup.spec().environment();
  }

  private String measurement(Setup setup) {
    return setup.simulated()
        ? "Simulated, not measured: the capacity model with an error of %s (standard deviation of the logarithm) on each rate."
            .formatted(noise)
        : LocalBed.measurement(setup.spec(), setup.bench());
  }

  private int show(Setup setup, TuningResult result, Result shown, Publication publication)
      throws IOException, InvalidConfiguration {
    Screen screen = environment.screen();
    Path page = publication.write(shown);
    screen.out().println(json ? CoreJson.prettyText(shown) : ResultText.of(shown));
    screen.err().println("Report: " + page);
    if (Conclusion.of(result.finished(), result.trials(), result.searched(), result.changed())
        .worthAPolicy()) {
      Path policy =
          out == null
              ? publication.folder().resolve("policy.yaml")
              : environment.folder().resolve(out);
      new TunedPolicy(result, setup.workload()).write(policy, setup.catalogue());
      screen.err().println("Policy: " + policy);
    }
    return ExitCode.OK;
  }
}
