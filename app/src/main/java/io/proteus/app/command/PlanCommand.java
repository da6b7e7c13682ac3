package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.ClusterDoctor;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.cluster.Past;
import io.proteus.app.rendering.AssessmentRendering;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.PlanDocument;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.Assessment;
import io.proteus.core.decision.Assessor;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PlanEdit;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Words;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus plan}. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Say whether the cluster is healthy, and show what would be changed, why and at which price.",
      "Reads only: nothing is changed."
    },
    footer = {
      "",
      "Examples:",
      "  proteus plan",
      "  proteus plan --samples 1 --interval 15s     in 15 seconds, from one observation",
      "  proteus plan --regardless-of-load           also when no threshold is crossed",
      "  proteus plan --without-table t1             what is left without a table",
      "  proteus plan --from now.json --json         from a file of `watch --save`, for a program"
    })
@Exits(also = {ExitCode.HELD})
public final class PlanCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private EngineOption engine = new EngineOption();
  @Mixin private Sampling sampling = new Sampling();
  @Mixin private StepListing listing = new StepListing();
  @Mixin private PlanParts parts = new PlanParts();

  @Option(
      names = "--regardless-of-load",
      description = "Plan as if the strategy's thresholds were crossed; guards still hold.")
  private boolean regardlessOfLoad;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "Plan from a saved observation, without a cluster (docs/schema).")
  private @Nullable Path from;

  @Option(names = "--json", description = "Print the decision as JSON (docs/schema).")
  private boolean json;

  public PlanCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    if (from != null) {
      Configuration configuration = SavedSituation.configuration(cluster, engine, environment);
      Situation saved = SavedSituation.read(environment.folder().resolve(from));
      return show(saved, configuration, EngineWords.of(configuration.engine().type()));
    }
    Configuration configuration = cluster.configuration(environment);
    MonitorSettings settings = sampling.over(configuration.monitor());
    try (ClusterConnection connection = Opening.of(configuration, environment)) {
      Past past = cluster.isWithoutFile() ? Past.NONE : Past.of(connection);
      connection.remarks(settings.period()).forEach(environment.screen().err()::println);
      Situation now =
          new Gathering(environment.at(configuration), settings)
              .situation(connection.monitor(settings, environment.at(configuration).time()), past);
      return show(now, configuration, connection.words());
    }
  }

  private int show(Situation now, Configuration configuration, Words words) {
    Screen screen = environment.screen();
    DecisionMaker decisions = configuration.decisionMaker();
    Decision decided =
        regardlessOfLoad ? decisions.decideRegardlessOfLoad(now) : decisions.decide(now);
    Assessor assessor = ClusterDoctor.assessor(configuration);
    Assessment assessment = regardlessOfLoad ? assessor.assess(now) : assessor.assess(now, decided);
    Decision decision = decisions.beyondCooldown(now, decided, regardlessOfLoad);
    if (json) {
      PlanEdit edit = parts.edit();
      Decision left =
          edit.isEmpty() || decision.plan().isEmpty()
              ? decision
              : decisions.edited(now, decision, edit).decision();
      CoreJson.printPretty(PlanDocument.of(now, left, assessment), words, screen.out());
    } else {
      screen
          .out()
          .println(
              new AssessmentRendering(words, screen.width(), screen.paint()).render(assessment));
      DecisionDisplay display = new DecisionDisplay(screen, words, listing.most());
      display.show(
          now,
          display.without(parts.edit(), now, decision, decisions),
          decisions,
          regardlessOfLoad);
    }
    return decision.plan().isPresent()
        ? ExitCode.OK
        : ExitCode.ofHolding(decision.verdict().reasons());
  }
}
