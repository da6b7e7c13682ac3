package io.proteus.lab.papers;

import static io.proteus.lab.result.Column.text;

import io.proteus.app.Environment;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.lab.report.Publication;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Table;
import io.proteus.simulator.papers.PaperFigure;
import io.proteus.simulator.papers.PaperFigures;
import io.proteus.simulator.papers.PaperFigures.Simulated;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus experiment papers}. */
@Command(
    name = "papers",
    mixinStandardHelpOptions = true,
    description = {
      "The papers' figures, and those of the real local cluster, beside the simulated ones.",
      "docs/simulator.md says which the model was fitted to, and where it is wrong. Takes minutes."
    })
public final class PapersCommand implements Callable<Integer> {
  private final Environment environment;

  @Option(names = "--json", description = "Print the figures as JSON.")
  private boolean json;

  public PapersCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration {
    Instant started = environment.time().now();
    Simulated simulated = PaperFigures.simulate(line -> environment.screen().progress("  " + line));
    environment.screen().progress("");
    Result result = result(simulated, started, environment.time().now());
    environment.screen().out().println(json ? CoreJson.prettyText(result) : ResultText.of(result));
    return Publication.objections(result, environment.screen());
  }

  static Result result(Simulated simulated, Instant started, Instant ended) {
    return new Result(
        Result.SCHEMA,
        "papers",
        started,
        ended,
        "Simulated, not measured.",
        null,
        List.of(),
        List.of(
            Section.of(
                "The papers' figures beside the simulated ones",
                "",
                Table.of(
                    List.of(
                        text("id"),
                        text("figure"),
                        new Column("paper", Kind.FIGURE),
                        new Column("simulated", Kind.FIGURE),
                        new Column("measured", Kind.FIGURE),
                        new Column("error", Kind.CHANGE),
                        text("constants")),
                    simulated.figures().stream().map(PapersCommand::cells).toList()))),
        List.of(
            new Criterion(
                "Nothing happened in the simulations that must never happen.",
                simulated.incidents())),
        List.of());
  }

  private static List<Cell> cells(PaperFigure figure) {
    return List.of(
        Cell.of(figure.id()),
        Cell.of(figure.what()),
        Cell.of(figure.paper()),
        Cell.of(figure.simulated()),
        Cell.of(figure.measured()),
        Cell.of(figure.error()),
        Cell.of(figure.fitted() ? "fitted" : "predicted"));
  }
}
