package io.proteus.app.trust;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.UnitValue;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.command.ClusterOptions;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus report}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Write one page: what Proteus would have done in a time, at which price, and what came"
          + " without it.",
      "It is made from the journal, as `serve` with approval.mode: shadow, observe or recommend"
          + " writes it; needs no cluster.",
      "The time is gone through again in the simulator where the journal tells enough, and the page"
          + " says where it does not."
    },
    footer = {
      "",
      "Examples:",
      "  proteus report                            the last 7 days, into proteus-report.html",
      "  proteus report --last 24h --out day.html --no-simulation",
      "  proteus report --json                     for a program"
    })
public final class ReportCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--last",
      paramLabel = "TIME",
      converter = UnitValue.Time.class,
      description = "How much of the journal (default: 7d).")
  private Duration last = Duration.ofDays(7);

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the page goes (default: proteus-report.html).")
  private Path out = Path.of("proteus-report.html");

  @Option(names = "--no-simulation", description = "Leave the simulator out.")
  private boolean noSimulation;

  @Option(names = "--json", description = "Print all figures as JSON, and write no page.")
  private boolean json;

  public ReportCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, JournalException {
    Configuration configuration = cluster.withJournal(environment);
    Screen screen = environment.screen();
    Instant from = environment.at(configuration).time().now().minus(last);
    Report.Collector collector =
        new Report.Collector(
            configuration.clusterName(), EngineWords.of(configuration.engine().type()));
    try (SqliteJournal journal = SqliteJournal.openToRead(configuration.journal().file())) {
      journal.told(from, Report.KINDS, collector::add);
    }
    Optional<Report> report = collector.report();
    if (report.isEmpty()) {
      screen.err().println("The journal has no observation of this time, so there is no report.");
      return ExitCode.OK;
    }
    Rehearsal rehearsal = rehearsal(configuration);
    if (json) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("schema", "proteus/report/1");
      document.put("summary", ReportPage.summary(report.get()));
      document.put("measured", report.get().withoutPoints());
      document.put("simulated", rehearsal);
      CoreJson.printPretty(document, screen.out());
    } else {
      screen.out().println(ReportPage.summary(report.get()));
      screen.out().println("The page: " + write(ReportPage.of(report.get(), rehearsal)));
    }
    return ExitCode.OK;
  }

  private Rehearsal rehearsal(Configuration configuration)
      throws InvalidConfiguration, JournalException {
    if (noSimulation) {
      return Rehearsal.none("the simulator was left out");
    }
    environment.screen().progress("  simulating what the journal tells");
    try {
      return Rehearsal.of(
          configuration.journal().file(),
          cluster.path(environment).orElseThrow(),
          configuration.strategy());
    } finally {
      environment.screen().progress("");
    }
  }

  private Path write(String page) {
    Path file = environment.folder().resolve(out);
    try {
      return Files.writeString(file, page);
    } catch (IOException e) {
      throw new InvalidValue("--out: %s cannot be written: %s".formatted(file, e));
    }
  }
}
