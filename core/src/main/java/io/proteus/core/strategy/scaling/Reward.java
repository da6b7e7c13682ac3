package io.proteus.core.strategy.scaling;

/**
 * The worth of a state (MDP-1): gains less costs, in any unit. A reward is pure. The four functions
 * of the paper (MDP-2) are here; a shell may supply others.
 */
public interface Reward {
  /** Not a number where it cannot be told; such a state is never chosen. */
  double of(Expected state);

  /** Whether it cannot be told without the latency. */
  default boolean needsLatency() {
    return false;
  }

  /** {@code r1 = -C machines}: as few as may be. */
  record Cost(double machine) implements Reward {
    @Override
    public double of(Expected state) {
      return -machine * state.machines();
    }
  }

  /** {@code r2 = B throughput}: machines cost nothing. */
  record Throughput(double request) implements Reward {
    @Override
    public double of(Expected state) {
      return request * state.throughput();
    }
  }

  /** {@code r3 = B throughput - C machines^2}: each machine costs more than the one before. */
  record ThroughputLessSquare(double request, double machine) implements Reward {
    @Override
    public double of(Expected state) {
      return request * state.throughput() - machine * state.machines() * state.machines();
    }
  }

  /** {@code r4 = B throughput - C machines - A latency}. */
  record ThroughputLessLatency(double request, double machine, double millisecond)
      implements Reward {
    @Override
    public double of(Expected state) {
      Double latencyMs = state.latencyMs();
      return latencyMs == null
          ? Double.NaN
          : request * state.throughput() - machine * state.machines() - millisecond * latencyMs;
    }

    @Override
    public boolean needsLatency() {
      return true;
    }
  }
}
