package io.proteus.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.Section;
import io.proteus.lab.runner.Experiment.AfterFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Measurements that fail in one way or another. */
class ExperimentRunnerTest {
  private final List<String> said = new ArrayList<>();
  private final List<Integer> kept = new ArrayList<>();

  /** What is measured of a thing; it may fail. */
  private interface Meter {
    int measure(Turn<String> turn) throws PortException, IOException, InterruptedException;
  }

  /** Two things, twice, on beds that each say when they open and close. */
  private final class Made implements Experiment<String, Integer> {
    private final Meter meter;
    private final AfterFailure after;
    boolean ending;

    Made(Meter meter, AfterFailure after) {
      this.meter = meter;
      this.after = after;
    }

    @Override
    public Outline outline() {
      return new Outline("made", "By hand.", null, List.of(Fact.of("threads", 4)));
    }

    @Override
    public List<Turn<String>> turns() {
      return Turn.interleaved(List.of(List.of("b", "c")), 2);
    }

    @Override
    public String title(Turn<String> turn) {
      return "repeat %d, (%s)".formatted(turn.repeat(), turn.of());
    }

    @Override
    public Bed<String, Integer> open(String first, Consumer<String> progress) {
      said.add("up");
      return new Bed<>() {
        @Override
        public Integer measure(Turn<String> turn)
            throws PortException, IOException, InterruptedException {
          return meter.measure(turn);
        }

        @Override
        public void endRound(Turn<String> last) {
          said.add("round " + last.repeat());
        }

        @Override
        public boolean isEnding() {
          return ending;
        }

        @Override
        public void close() {
          said.add("down");
        }
      };
    }

    @Override
    public Findings findings(Measurements<String, Integer> soFar) {
      return new Findings(
          List.of(
              Section.of(
                  "Found",
                  "",
                  new Columns<Measurement<String, Integer>>()
                      .text("what", Measurement::of)
                      .count("repeat", Measurement::repeat)
                      .count("found", Measurement::found)
                      .of(soFar.all()))),
          List.of());
    }

    @Override
    public AfterFailure afterFailure() {
      return after;
    }
  }

  private Result run(Made made) throws Exception {
    return new ExperimentRunner(
            said::add,
            Instant.EPOCH,
            soFar -> kept.add(soFar.sections().get(0).tables().get(0).rows().size()))
        .run(made);
  }

  private static List<List<Cell>> rows(Result result) {
    return result.sections().get(0).tables().get(0).rows();
  }

  @Test
  void whatIsComparedTakesTurnsSoThatTheMachinesDriftFavoursNobody() throws Exception {
    Result result = run(new Made(turn -> 17, AfterFailure.GO_ON));

    assertThat(rows(result))
        .extracting(row -> row.subList(0, 2))
        .containsExactly(
            List.of(Cell.of("b"), Cell.of(1)),
            List.of(Cell.of("c"), Cell.of(1)),
            List.of(Cell.of("c"), Cell.of(2)),
            List.of(Cell.of("b"), Cell.of(2)));
    assertThat(said).containsExactly("up", "round 1", "round 2", "down");
    assertThat(kept).as("after each").containsExactly(1, 2, 3, 4);
    assertThat(result.experiment()).isEqualTo("made");
    assertThat(result.facts()).containsExactly(Fact.of("threads", 4));
  }

  @Test
  void eachHasTheSamePlaceInTheSumOfTwoRepeats() {
    List<String> compared = List.of("a", "b", "c");
    List<Turn<String>> turns = Turn.interleaved(List.of(compared), 2);

    for (String each : compared) {
      int places =
          IntStream.range(0, turns.size())
              .filter(i -> turns.get(i).of().equals(each))
              .map(i -> i % 3)
              .sum();
      assertThat(places).as(each).isEqualTo(2);
    }
  }

  @Test
  void whateverFailsIsToldAndLeftOutAndTheRestIsMeasured() throws Exception {
    Result result =
        run(
            new Made(
                turn -> {
                  if (turn.repeat() == 1) {
                    if (turn.of().equals("b")) {
                      throw new IOException("a server died");
                    }
                    throw new PortException(
                        "the clients gave up", new IOException("rs2: above the limit"));
                  }
                  if (turn.of().equals("c")) {
                    throw new UncheckedIOException(new IOException("the region is gone"));
                  }
                  return 17;
                },
                AfterFailure.GO_ON));

    assertThat(result.failures())
        .containsExactly(
            "repeat 1, (b): a server died",
            "repeat 1, (c): the clients gave up: rs2: above the limit",
            "repeat 2, (c): the region is gone");
    assertThat(said)
        .startsWith("up", "NOT MEASURED: repeat 1, (b): a server died")
        .endsWith("round 2", "down");
    assertThat(rows(result)).hasSize(1);
    assertThat(kept).as("a failure is kept as a figure is").containsExactly(0, 0, 0, 1);
  }

  @Test
  void aBedThatIsSpoiledIsReplaced() throws Exception {
    Result result =
        run(
            new Made(
                turn -> {
                  if (turn.repeat() == 1 && turn.of().equals("c")) {
                    throw new IllegalStateException("runner: tenants do not end");
                  }
                  return 17;
                },
                AfterFailure.ANOTHER_BED));

    assertThat(said)
        .containsExactly(
            "up",
            "NOT MEASURED: repeat 1, (c): runner: tenants do not end",
            "round 1",
            "down",
            "up",
            "round 2",
            "down");
    assertThat(rows(result)).hasSize(3);
  }

  @Test
  void whereNothingCanBeMeasuredAnyMoreTheExperimentEndsAndCleansUp() {
    Made made =
        new Made(
            turn -> {
              throw new PortException("the cluster is gone");
            },
            AfterFailure.END);

    assertThatThrownBy(() -> run(made)).hasMessage("the cluster is gone");
    assertThat(said).containsExactly("up", "down");
  }

  @Test
  void whoeverIsInterruptedMeasuresNothingMore() {
    Made made =
        new Made(
            turn -> {
              throw new InterruptedException("Ctrl-C");
            },
            AfterFailure.GO_ON);

    assertThatThrownBy(() -> run(made)).isInstanceOf(InterruptedException.class);
    assertThat(said).containsExactly("up", "down");
  }

  @Test
  void whatFailsAsTheProcessEndsIsNoFailure() {
    Made made =
        new Made(
            turn -> {
              throw new IOException("refused");
            },
            AfterFailure.GO_ON);
    made.ending = true;

    assertThatThrownBy(() -> run(made)).isInstanceOf(InterruptedException.class);
    assertThat(said).containsExactly("up", "down");
    assertThat(kept).isEmpty();
  }

  @Test
  void aResultThatCannotBeKeptEndsTheExperiment() {
    ExperimentRunner full =
        new ExperimentRunner(
            said::add,
            Instant.EPOCH,
            soFar -> {
              throw new IOException("no room");
            });

    assertThatThrownBy(() -> full.run(new Made(turn -> 17, AfterFailure.GO_ON)))
        .hasMessage("no room");
    assertThat(said).containsExactly("up", "down");
  }
}
