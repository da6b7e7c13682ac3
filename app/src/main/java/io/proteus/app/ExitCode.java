package io.proteus.app;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import picocli.CommandLine;

/** What the command line ends with; part of its interface, so numbers never change. */
public final class ExitCode {
  /** done, or there was nothing to do */
  public static final int OK = 0;

  /** something failed; standard error says what */
  public static final int ERROR = 1;

  /** the command line itself was wrong */
  public static final int USAGE = 2;

  /** a guard holds: nothing may be done now */
  public static final int HELD = 3;

  /** a plan was begun and could not be finished */
  public static final int ABANDONED = 4;

  /** another Proteus holds the cluster */
  public static final int CLAIMED = 5;

  /** the question was not answered with yes */
  public static final int DECLINED = 6;

  /** the heap was too small */
  public static final int OUT_OF_MEMORY = 7;

  /** decisions of two configurations differ */
  public static final int DIFFERS = 8;

  /** {@code doctor} found something that is as bad as it was asked to fail on */
  public static final int FINDINGS = 9;

  /** interrupted, as by Ctrl-C; 128 and the number of the signal, as shells do */
  public static final int INTERRUPTED = 130;

  /** For {@code --help}. */
  public static final List<String> DESCRIPTIONS =
      List.of(
          "0:done, or nothing to do",
          "1:something failed",
          "2:wrong usage",
          "3:held by a guard, nothing was changed",
          "4:a plan was begun and abandoned",
          "5:another Proteus holds the cluster",
          "6:the question was not answered with yes",
          "7:out of memory",
          "8:decisions differ",
          "9:doctor: something is wrong with the cluster",
          "130:interrupted");

  private static final Set<ReasonCode> NOTHING_TO_DO =
      EnumSet.of(
          ReasonCode.NO_PARTITIONS,
          ReasonCode.ONE_NODE,
          ReasonCode.NO_TRAFFIC,
          ReasonCode.HEALTHY,
          ReasonCode.SIZE_FITS,
          ReasonCode.NOT_DUE,
          ReasonCode.LEARNING,
          ReasonCode.UNDERLOAD_NOT_CONFIRMED,
          ReasonCode.CLASS_NOT_CONFIRMED,
          ReasonCode.SETTINGS_LEFT,
          ReasonCode.NO_POLICY,
          ReasonCode.IN_PLACE,
          ReasonCode.NOT_WORTH_IT,
          ReasonCode.DOES_NOT_PAY,
          ReasonCode.AT_NODE_BOUND,
          ReasonCode.PLACED_BY_STORE);

  private ExitCode() {}

  /** Those that a command may end with, as it says by {@link Exits}. */
  static Set<Integer> of(CommandLine line) {
    Set<Integer> codes = new TreeSet<>(Set.of(OK, ERROR, USAGE)); // help may be lost, too
    if (line.getSubcommands().isEmpty()) {
      codes.addAll(Set.of(OUT_OF_MEMORY, INTERRUPTED));
      Exits exits = line.getCommandSpec().userObject().getClass().getAnnotation(Exits.class);
      if (exits != null) {
        IntStream.of(exits.also()).forEach(codes::add);
        IntStream.of(exits.never()).forEach(codes::remove);
      }
    }
    return codes;
  }

  /**
   * What holding for these reasons ends with: the weightiest decides. That the store places
   * partitions itself is none where nodes are wanted that no cloud starts.
   */
  public static int ofHolding(List<Reason> reasons) {
    boolean lacksACloud =
        reasons.stream().anyMatch(reason -> reason.code() == ReasonCode.NOT_CAPABLE);
    ReasonCode first = reasons.get(0).code();
    return NOTHING_TO_DO.contains(first) && !(first == ReasonCode.PLACED_BY_STORE && lacksACloud)
        ? OK
        : HELD;
  }
}
