package io.proteus.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.papers.PaperFigure;
import io.proteus.simulator.papers.PaperFigures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The papers' figures as {@code docs/simulator.md} tells them, against what is simulated with the
 * same seeds, 1 to 5. It takes half a minute, too long for the fast tests.
 */
@Tag("storeless")
class PaperFiguresIT {
  /** What the documents call reproduced is within this of the paper. */
  private static final double REPRODUCED = 0.10;

  /** The last digit of a rounded figure, and a little for sums in another order. */
  private static final double ROUNDING = 0.01;

  /** The figures that are said to be reproduced, the fitted ones among them. */
  private static final List<String> SAID_TO_BE =
      List.of(
          "MET-16 hand-made heterogeneous, op/s",
          "MET-16 scans of E, heterogeneous, /s",
          "MET-16 MeT, settled, over hand-made heterogeneous",
          "MET-17 TPC-C, homogeneous, tpmC",
          "MET-17 TPC-C, MeT's result from the start over homogeneous",
          "MET-18 operations in 33 minutes, MeT over TIRAMOLA",
          "MET-18 op/s in 33 minutes, TIRAMOLA",
          "MET-18 op/s in 33 minutes, MeT",
          "MET-18 most nodes, MeT",
          "MET-18 most nodes, TIRAMOLA",
          "MET-18 nodes at the end, MeT",
          "TIR-8 uniform reads on 8 nodes, /s",
          "TIR-8 uniform reads on 24 nodes, /s",
          "TIR-10 reads answered, 280,000 offered over 80,000");

  private static Map<String, PaperFigure> figures = Map.of();
  private static Map<String, List<String>> documented = Map.of();

  @BeforeAll
  static void simulateAll() throws Exception {
    PaperFigures.Simulated simulated = PaperFigures.simulate(line -> {});
    assertThat(simulated.incidents()).isEmpty();
    // those of the local cluster have a table of their own, beside what was measured
    figures =
        simulated.figures().stream()
            .filter(figure -> !figure.what().startsWith("local cluster"))
            .collect(Collectors.toMap(PaperFiguresIT::name, figure -> figure));
    documented = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(Path.of("../docs/simulator.md"));
    int from = lines.indexOf("| id | figure | paper | simulated | error |  |") + 2;
    for (String line : lines.subList(from, lines.size())) {
      if (!line.startsWith("|")) {
        break;
      }
      List<String> cells = List.of(line.substring(2).split(" \\| ?", -1));
      documented.put(cells.get(0) + " " + cells.get(1), cells);
    }
  }

  private static String name(PaperFigure figure) {
    return figure.id() + " " + figure.what();
  }

  private static double number(String cell) {
    return Double.parseDouble(cell.replace(",", ""));
  }

  @Test
  void theDocumentHasEveryFigureGoodOrBadAndNoOther() {
    assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(figures.keySet());
  }

  @Test
  void eachFigureIsAsItIsSimulatedAndSaysWhetherItWasFitted() {
    documented.forEach(
        (name, cells) -> {
          PaperFigure figure = figures.get(name);
          assertThat(figure).as(name).isNotNull();
          double told = number(cells.get(3));
          assertThat(figure.simulated())
              .as(name)
              .isBetween(
                  told - Math.max(0.0051, ROUNDING * told),
                  told + Math.max(0.0051, ROUNDING * told));
          assertThat(cells.get(5)).as(name).isEqualTo(figure.fitted() ? "fitted" : "predicted");
          if (figure.paper() != null) {
            assertThat(number(cells.get(2))).as(name).isCloseTo(figure.paper(), within(0.0051));
          }
        });
  }

  @Test
  void whatIsSaidToBeReproducedIsWithinItsToleranceAndNothingElseIs() {
    List<String> within =
        figures.values().stream()
            .filter(figure -> figure.error() != null && Math.abs(figure.error()) <= REPRODUCED)
            .map(PaperFiguresIT::name)
            .toList();

    assertThat(within).containsExactlyInAnyOrderElementsOf(SAID_TO_BE);
  }
}
