package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.ClusterDoctor;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.cluster.Past;
import io.proteus.app.rendering.DoctorRendering;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.DoctorDocument;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.doctor.Checkup;
import io.proteus.core.doctor.Doctor;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Words;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Say what is wrong with the cluster, the most costly first, and the command that cures it.",
      "Reads only: nothing is changed."
    },
    footer = {
      "",
      "What could not be looked at is a finding, too: it is not said to be fine. Without a finding"
          + " as bad",
      "as --fail-on says the exit code is 0, with one it is 9. Severities, the worst first: error,"
          + " warning,",
      "unknown (could not be looked at), note.",
      "",
      "Examples:",
      "  proteus doctor",
      "  proteus doctor --samples 1 --interval 15s   in 15 seconds, from one observation",
      "  proteus doctor --json --fail-on error       for a program that wakes somebody",
      "  proteus doctor --from now.json              what a file of `watch --save` shows"
    })
@Exits(also = ExitCode.FINDINGS)
public final class DoctorCommand implements Callable<Integer> {
  private static final String NEVER = "never";

  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private EngineOption engine = new EngineOption();
  @Mixin private Sampling sampling = new Sampling();

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "Look at a saved observation, without a cluster (docs/schema).")
  private @Nullable Path from;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      defaultValue = "unknown",
      description =
          "Exit with 9 where a finding is as bad or worse: error, warning, unknown, note, never"
              + " (default: ${DEFAULT-VALUE}).")
  private String failOn = "unknown";

  @Option(names = "--json", description = "Print the findings as JSON (docs/schema).")
  private boolean json;

  public DoctorCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    requireSeverity();
    if (from != null) {
      Configuration configuration = SavedSituation.configuration(cluster, engine, environment);
      Situation saved = SavedSituation.read(environment.folder().resolve(from));
      return show(
          ClusterDoctor.observing(configuration),
          ClusterDoctor.checkup(configuration, saved),
          EngineWords.of(configuration.engine().type()));
    }
    Configuration configuration = cluster.configuration(environment);
    MonitorSettings settings = sampling.over(configuration.monitor());
    try (ClusterConnection connection = Opening.of(configuration, environment)) {
      Past past = cluster.isWithoutFile() ? Past.NONE : Past.of(connection);
      connection.remarks(settings.period()).forEach(environment.screen().err()::println);
      Situation now = observed(connection, settings, past);
      return show(
          ClusterDoctor.asking(connection),
          ClusterDoctor.checkup(configuration, now),
          connection.words());
    }
  }

  /** The cluster; where it cannot be read, what the engine's own checks say of it comes first. */
  private Situation observed(ClusterConnection connection, MonitorSettings settings, Past past)
      throws PortException, InterruptedException {
    Environment there = environment.at(connection.configuration());
    try {
      return new Gathering(there, settings)
          .situation(connection.monitor(settings, there.time()), past);
    } catch (PortException e) {
      Screen screen = environment.screen();
      DoctorRendering rendering =
          new DoctorRendering(connection.words(), screen.width(), screen.paint());
      ClusterDoctor.ofUnreadable(connection, there.time().now())
          .forEach(finding -> screen.err().println(rendering.block(finding)));
      throw e;
    }
  }

  private int show(Doctor doctor, Checkup seen, Words words) {
    List<Finding> findings = doctor.findings(seen);
    Screen screen = environment.screen();
    DoctorDocument document = DoctorDocument.of(seen, findings, seen.now().latest().capabilities());
    if (json) {
      CoreJson.printPretty(document, words, screen.out());
    } else {
      screen
          .out()
          .print(new DoctorRendering(words, screen.width(), screen.paint()).render(seen, findings));
      screen.out().flush();
    }
    return findings.stream().anyMatch(this::fails) ? ExitCode.FINDINGS : ExitCode.OK;
  }

  private boolean fails(Finding finding) {
    return !failOn.equals(NEVER)
        && finding.severity().ordinal() <= Severity.valueOf(upper(failOn)).ordinal();
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  private void requireSeverity() {
    List<String> known = Arrays.stream(Severity.values()).map(Severity::word).toList();
    if (!failOn.equals(NEVER) && !known.contains(failOn)) {
      throw new WrongUsage(
          "--fail-on: want one of %s or %s, got '%s'."
              .formatted(String.join(", ", known), NEVER, failOn));
    }
  }
}
