package io.proteus.core.strategy.demand;

import io.proteus.core.model.DemandModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What each kind of work takes of a node, in seconds of all of its CPU. The engine's figures give
 * the ratios; the CPU that nodes were measured to use gives their scale and corrects each of them,
 * the more the more it explains: a ridge regression around the engine's figures, so that what no
 * node tells apart stays as the engine says it.
 *
 * @param cpu of each {@link Kind}
 * @param missedDisk seconds of the disk for each block that is not cached
 */
record ServiceDemands(double[] cpu, double missedDisk) {
  /** A demand is off by about as much as its own size. */
  private static final double DOUBT = 1;

  /** Share of a node's CPU by which what is measured differs from any model. */
  private static final double NOISE = 0.05;

  /** A demand is corrected to so many times the engine's figure at most, and down to one part. */
  private static final double MOST = 5;

  /** A disk that is waited for longer than this for a block is not explained by misses. */
  private static final double MOST_DISK_SECONDS = 0.02;

  /** Kinds of work. */
  enum Kind {
    READ,
    SCAN,
    WRITE,
    MISS,
    MERGED_MEGABYTE
  }

  /**
   * What a node did and how busy it was.
   *
   * @param perSecond of each kind of work
   * @param cpu share of its CPU, 0..1
   * @param disk share of the time in which its disk was waited for; negative where not known
   */
  record Measured(double[] perSecond, double cpu, double disk) {}

  double of(Kind kind) {
    return cpu[kind.ordinal()];
  }

  /** The share of a node's CPU that so much work takes. */
  double busy(double[] perSecond) {
    double sum = 0;
    for (int k = 0; k < cpu.length; k++) {
      sum += cpu[k] * perSecond[k];
    }
    return sum;
  }

  /** The demands that fit both the engine's figures and what nodes were measured to do. */
  static ServiceDemands fitted(DemandModel model, List<Measured> nodes) {
    double[] prior = {
      seconds(model.read()),
      seconds(model.scan()),
      seconds(model.write()),
      seconds(model.miss()),
      seconds(model.merging().perMegabyte())
    };
    double scale = scale(prior, nodes);
    double[] scaled = Arrays.stream(prior).map(each -> each * scale).toArray();
    double[] off = corrections(scaled, nodes);
    double[] cpu = new double[prior.length];
    for (int k = 0; k < cpu.length; k++) {
      cpu[k] = scaled[k] * Math.max(1 / MOST, Math.min(MOST, 1 + off[k]));
    }
    return new ServiceDemands(cpu, missedDisk(nodes));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static double scale(double[] prior, List<Measured> nodes) {
    double products = 0;
    double squares = 0;
    for (Measured node : nodes) {
      double expected = new ServiceDemands(prior, 0).busy(node.perSecond());
      products += expected * node.cpu();
      squares += expected * expected;
    }
    return squares > 0 ? products / squares : 1;
  }

  /**
   * By how much of itself each demand is off: (X'X / noise² + I / doubt²) off = X'rest / noise².
   */
  private static double[] corrections(double[] scaled, List<Measured> nodes) {
    int kinds = scaled.length;
    double[][] matrix = new double[kinds][kinds + 1];
    for (int k = 0; k < kinds; k++) {
      matrix[k][k] = NOISE * NOISE / (DOUBT * DOUBT);
    }
    for (Measured node : nodes) {
      double rest = node.cpu() - new ServiceDemands(scaled, 0).busy(node.perSecond());
      for (int k = 0; k < kinds; k++) {
        double share = scaled[k] * node.perSecond()[k];
        for (int other = 0; other < kinds; other++) {
          matrix[k][other] += share * scaled[other] * node.perSecond()[other];
        }
        matrix[k][kinds] += share * rest;
      }
    }
    return solved(matrix);
  }

  /** Gauss's elimination; the matrix is positive definite, so that no pivot is zero. */
  private static double[] solved(double[][] matrix) {
    int size = matrix.length;
    for (int row = 0; row < size; row++) {
      for (int below = row + 1; below < size; below++) {
        double factor = matrix[below][row] / matrix[row][row];
        for (int column = row; column <= size; column++) {
          matrix[below][column] -= factor * matrix[row][column];
        }
      }
    }
    double[] solution = new double[size];
    for (int row = size - 1; row >= 0; row--) {
      double rest = matrix[row][size];
      for (int column = row + 1; column < size; column++) {
        rest -= matrix[row][column] * solution[column];
      }
      solution[row] = rest / matrix[row][row];
    }
    return solution;
  }

  private static double missedDisk(List<Measured> nodes) {
    double disk = 0;
    double missed = 0;
    for (Measured node : nodes) {
      if (node.disk() >= 0) {
        disk += node.disk();
        missed += node.perSecond()[Kind.MISS.ordinal()];
      }
    }
    return missed > 0 ? Math.min(MOST_DISK_SECONDS, disk / missed) : 0;
  }
}
