package io.proteus.lab.elasticity;

import io.proteus.controller.execution.Progress;
import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.JoinCluster;
import io.proteus.core.step.Step;
import io.proteus.core.words.Sentence;
import io.proteus.lab.result.Resize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * When servers were asked for, configured, up, and one of the cluster, from what the steps and the
 * deployment tell. They come one after the other.
 */
final class JoiningTimes implements Progress {
  private static final String CONFIGURED = " is configured";

  /** What precedes where a server answers, as deployments tell it. */
  private static final List<String> ANSWERS = List.of(" serves on port ", " waits to join at ");

  private final Supplier<Instant> clock;
  private final List<Resize.Joining> joined = new ArrayList<>();
  private @Nullable Instant asked;
  private @Nullable Instant configured;
  private @Nullable Instant serves;
  private String server = "";

  JoiningTimes(Supplier<Instant> clock) {
    this.clock = clock;
  }

  /** A line that the deployment tells. */
  synchronized void told(String line) {
    if (line.endsWith(CONFIGURED)) {
      configured = clock.get();
      server = line.substring(0, line.length() - CONFIGURED.length());
    } else if (answers(line).filter(server::equals).isPresent()) {
      serves = clock.get();
    }
  }

  /** The server that a line tells to answer. */
  static Optional<String> answers(String line) {
    return ANSWERS.stream()
        .filter(line::contains)
        .map(answer -> line.substring(0, line.indexOf(answer)))
        .findFirst();
  }

  @Override
  public synchronized void reached(Plan plan, int index, StepState state, @Nullable Sentence why) {
    Step step = plan.steps().get(index);
    if (step.type().equals(AddNode.TYPE) && state == StepState.ISSUED && asked == null) {
      asked = clock.get();
    } else if (step.type().equals(JoinCluster.TYPE) && state == StepState.DONE) {
      end();
    }
  }

  private void end() {
    if (asked != null && configured != null && serves != null) {
      joined.add(
          new Resize.Joining(
              server,
              seconds(asked, configured),
              seconds(configured, serves),
              seconds(serves, clock.get())));
    }
    asked = null;
    configured = null;
    serves = null;
  }

  private static double seconds(Instant from, Instant until) {
    return Duration.between(from, until).toMillis() / 1e3;
  }

  /** Servers that joined since this was last asked. */
  synchronized List<Resize.Joining> taken() {
    List<Resize.Joining> all = List.copyOf(joined);
    joined.clear();
    return all;
  }
}
