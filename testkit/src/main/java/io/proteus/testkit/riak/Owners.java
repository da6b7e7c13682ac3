package io.proteus.testkit.riak;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who owns the 16 partitions in a stage. The answers to {@code cluster partitions} were recorded
 * for some nodes only; the others are written in the same form, from the transfers that were
 * recorded.
 */
final class Owners {
  private static final int SIZE = 16;
  private static final BigInteger STEP = BigInteger.TWO.pow(160).divide(BigInteger.valueOf(SIZE));
  private static final int[] OF_THREE = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1};
  private static final int[] OF_FOUR = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4};
  private static final Pattern LINE =
      Pattern.compile("(?m)^(Owner|Index):\\s+(?:riak(\\d)@\\S+|(\\d+))\\s*$");

  private Owners() {}

  private static int[] in(Stage stage) {
    boolean three = stage.isOfThree() || stage.isLeaving();
    int[] owners = (three ? OF_THREE : OF_FOUR).clone();
    int owner = 0;
    Matcher lines = LINE.matcher(stage.ringStatus().text());
    while (lines.find()) {
      if (lines.group(1).equals("Owner")) {
        owner = Integer.parseInt(lines.group(2));
      } else {
        owners[new BigInteger(lines.group(3)).divide(STEP).intValue()] = owner;
      }
    }
    return owners;
  }

  /** The answer for the node of this number. */
  static Recording of(int node, boolean runs, Stage stage) {
    StringBuilder text =
        new StringBuilder("Partitions owned by 'riak%d@127.0.0.1':%n".formatted(node));
    String rule = "+---------+-------------------------------------------------+--+\n";
    text.append(rule).append("|  type   |                      index                      |id|\n");
    text.append(rule);
    int[] owners = in(stage);
    for (int partition = 0; partition < SIZE; partition++) {
      if (owners[partition] == node) {
        BigInteger index = STEP.multiply(BigInteger.valueOf(partition));
        text.append(
            "| %s |%-49s|%-2d|%n".formatted(runs ? "primary" : "stopped", index, partition));
      }
    }
    text.append("|secondary|                       --                        |--|\n");
    return new Recording(text.append(rule).append("\nok\n").toString(), 0);
  }
}
