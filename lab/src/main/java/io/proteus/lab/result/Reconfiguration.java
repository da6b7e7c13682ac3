package io.proteus.lab.result;

import io.proteus.workloads.run.ThroughputSample;
import java.time.Instant;
import java.util.List;

/**
 * A reconfiguration under load, by the second.
 *
 * @param events what was decided and done, the earliest first
 * @param samples throughput from some time before the decision to some time after the end
 */
public record Reconfiguration(List<Event> events, List<ThroughputSample> samples) {

  public Reconfiguration {
    events = List.copyOf(events);
    samples = List.copyOf(samples);
  }

  /** What happened, for a marker on the time line. */
  public enum EventKind {
    /** The first one is the decision that convergence is counted from. */
    DECISION("decision"),
    STEP(""),
    /** The last one is the end of the reconfiguration. */
    DONE("done");

    private final String mark;

    EventKind(String mark) {
      this.mark = mark;
    }

    /** What a time line says of it; blank where a line is enough. */
    public String mark() {
      return mark;
    }
  }

  /**
   * @param text a sentence that an operator can read
   */
  public record Event(Instant at, EventKind kind, String text) {}
}
