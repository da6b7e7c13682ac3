package io.proteus.lab.papers;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Section;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Experiment.AfterFailure;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.simulator.papers.PaperFigure;
import io.proteus.simulator.papers.PaperFigures;
import io.proteus.simulator.papers.PaperFigures.Simulated;
import java.util.List;
import java.util.function.Consumer;

/** The papers' figures beside what the simulator makes of them, all at once. */
final class PapersExperiment implements Experiment<String, Simulated> {

  @Override
  public Outline outline() {
    return new Outline("papers", "Simulated, not measured.", null, List.of());
  }

  @Override
  public List<Turn<String>> turns() {
    return Turn.once(List.of("all"));
  }

  @Override
  public String title(Turn<String> turn) {
    return "the papers' figures";
  }

  @Override
  public Bed<String, Simulated> open(String first, Consumer<String> progress) {
    return turn -> {
      Simulated simulated = simulated(progress);
      progress.accept("");
      return simulated;
    };
  }

  private static Simulated simulated(Consumer<String> progress) throws PortException {
    try {
      return PaperFigures.simulate(progress);
    } catch (InvalidConfiguration e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Findings findings(Measurements<String, Simulated> soFar) {
    List<PaperFigure> figures =
        soFar.all().stream().flatMap(one -> one.found().figures().stream()).toList();
    List<String> incidents =
        soFar.all().stream().flatMap(one -> one.found().incidents().stream()).toList();
    return new Findings(
        List.of(
            Section.of(
                "The papers' figures beside the simulated ones",
                "",
                new Columns<PaperFigure>()
                    .text("id", PaperFigure::id)
                    .text("figure", PaperFigure::what)
                    .figure("paper", Kind.FIGURE, PaperFigure::paper)
                    .figure("simulated", Kind.FIGURE, PaperFigure::simulated)
                    .figure("measured", Kind.FIGURE, PaperFigure::measured)
                    .figure("error", Kind.CHANGE, PaperFigure::error)
                    .text("constants", figure -> figure.fitted() ? "fitted" : "predicted")
                    .of(figures))),
        List.of(
            new Criterion(
                "Nothing happened in the simulations that must never happen.", incidents)));
  }

  @Override
  public AfterFailure afterFailure() {
    return AfterFailure.END;
  }
}
