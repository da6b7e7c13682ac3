package io.proteus.lab.stage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order in which what is compared is measured: every second repeat is reversed, so that a
 * machine that gets faster or slower in time favours nobody.
 */
public final class Interleaving {

  private Interleaving() {}

  /**
   * What is measured in a repeat, in its order.
   *
   * @param repeat from 1
   */
  public static <T> List<T> order(List<T> compared, int repeat) {
    List<T> order = new ArrayList<>(compared);
    if (repeat % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }
}
