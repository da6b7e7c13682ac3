package io.proteus.lab.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One measurement that is to be made.
 *
 * @param of what is measured
 * @param repeat from 1
 * @param endsRound whether it is the last of its repeat
 */
public record Turn<C>(C of, int repeat, boolean endsRound) {

  /** Each once, in this order. */
  public static <C> List<Turn<C>> once(List<C> compared) {
    return interleaved(List.of(compared), 1);
  }

  /**
   * Every repeat measures all; every second one compares in the reverse order, so that a machine
   * that gets faster or slower in time favours nobody.
   *
   * @param blocks what is compared with one another, block after block
   */
  public static <C> List<Turn<C>> interleaved(List<List<C>> blocks, int repeats) {
    List<Turn<C>> turns = new ArrayList<>();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (int block = 0; block < blocks.size(); block++) {
        List<C> order = new ArrayList<>(blocks.get(block));
        if (repeat % 2 == 0) {
          Collections.reverse(order);
        }
        for (int i = 0; i < order.size(); i++) {
          boolean last = block == blocks.size() - 1 && i == order.size() - 1;
          turns.add(new Turn<>(order.get(i), repeat, last));
        }
      }
    }
    return turns;
  }
}
