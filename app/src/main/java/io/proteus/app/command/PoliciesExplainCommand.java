package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Past;
import io.proteus.app.rendering.ExplanationRendering;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.policy.PolicyExplanation;
import io.proteus.controller.policy.PolicyReview;
import io.proteus.controller.policy.PolicyReviewer;
import io.proteus.controller.policy.PolicySettings;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus policies explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Show what policies make of a cluster: which is for each table and node, and what it sets.",
      "Beside it stands what is set, and why nothing is done where nothing is.",
      "Reads only: nothing is changed."
    },
    footer = {
      "",
      "> marks the policy that is for a table or node, = the one that is in force so far.",
      "",
      "Examples:",
      "  proteus policies explain --cluster",
      "  proteus policies explain --cluster --samples 1 --interval 15s --only usertable",
      "  proteus policies explain --from now.json --json   from a file of `watch --save`"
    })
final class PoliciesExplainCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private Sampling sampling = new Sampling();
  @Mixin private OwnPolicies own = new OwnPolicies();

  @Option(names = "--cluster", description = "Look at the configuration's cluster.")
  private boolean live;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "A saved observation in place of a cluster (docs/schema).")
  private @Nullable Path from;

  @Option(names = "--only", paramLabel = "NAME", description = "This table or node alone.")
  private @Nullable String only;

  @Option(names = "--json", description = "Print it as JSON (docs/schema).")
  private boolean json;

  PoliciesExplainCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    if (from != null && live) {
      throw new WrongUsage("explain: want --cluster or --from FILE, got both.");
    }
    if (from != null) {
      Configuration configuration =
          SavedSituation.configuration(cluster, own.engine(), environment);
      return show(SavedSituation.read(environment.folder().resolve(from)), configuration);
    }
    if (!live && !cluster.isChosen()) {
      throw new WrongUsage(
          "explain: want --cluster, to look at the configuration's cluster, or --from FILE.");
    }
    Configuration configuration = cluster.configuration(environment);
    MonitorSettings settings = sampling.over(configuration.monitor());
    try (ClusterConnection connection = environment.connector().connect(configuration)) {
      Past past = cluster.isWithoutFile() ? Past.NONE : Past.of(connection);
      connection.remarks(settings.period()).forEach(environment.screen().err()::println);
      return show(
          new Gathering(environment.at(configuration), settings)
              .situation(connection.monitor(settings, environment.at(configuration).time()), past),
          configuration);
    }
  }

  private PolicyReviewer reviewer(Configuration configuration)
      throws InvalidConfiguration, PortException {
    PolicySettings settings = configuration.policies().tuningSettings();
    Optional<Path> elsewhere = own.directory(environment);
    return elsewhere.isPresent()
        ? settings.from(elsewhere.get()).reviewer()
        : configuration.policies().tuning().isPresent()
            ? configuration.policies().tuning().get().get()
            : settings.reviewer();
  }

  private int show(Situation now, Configuration configuration)
      throws InvalidConfiguration, PortException {
    boolean acting = configuration.policies().tuning().isPresent();
    PolicyReviewer reviewer = reviewer(configuration);
    PolicyExplanation explanation =
        PolicyExplanation.of(
            now.topology().cluster(),
            now.now(),
            acting,
            chosen(reviewer.review(now, false)),
            reviewer.shelf().guide());
    Screen screen = environment.screen();
    screen
        .out()
        .println(
            json
                ? CoreJson.prettyText(explanation)
                : new ExplanationRendering(
                        reviewer.shelf().catalogue(), screen.width(), screen.paint())
                    .render(explanation));
    return ExitCode.OK;
  }

  private List<PolicyReview> chosen(List<PolicyReview> all) {
    String name = only;
    if (name == null) {
      return all;
    }
    List<PolicyReview> chosen =
        all.stream().filter(review -> review.subject().id().equals(name)).toList();
    if (chosen.isEmpty()) {
      List<String> names = all.stream().map(review -> review.subject().id()).toList();
      throw new WrongUsage(
          "--only: there is no table or node '%s'%s."
              .formatted(
                  name,
                  NearestWord.to(name, names)
                      .map(near -> ", maybe '%s'".formatted(near))
                      .orElse("")));
    }
    return chosen;
  }
}
