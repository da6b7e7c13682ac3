package io.proteus.lab.growth;

import java.util.ArrayList;
import java.util.List;

/**
 * What is measured at a time.
 *
 * @param servers that share the requests
 * @param isDataThere whether files have been written anew where their partitions are served
 * @param rate of operations a second that is asked for
 */
record GrowthPoint(int servers, boolean isDataThere, GrowthLoad load, double rate) {

  /** All of them: each size before and after its data have followed the requests. */
  static List<GrowthPoint> all(List<Integer> sizes, List<GrowthLoad> loads, List<Double> rates) {
    List<GrowthPoint> points = new ArrayList<>();
    for (int index = 0; index < sizes.size(); index++) {
      // the first size has its data from the beginning
      for (boolean isThere : index == 0 ? List.of(true) : List.of(false, true)) {
        for (GrowthLoad load : loads) {
          for (double rate : rates) {
            points.add(new GrowthPoint(sizes.get(index), isThere, load, rate));
          }
        }
      }
    }
    return points;
  }

  String place() {
    return servers + (isDataThere ? "" : ", requests only");
  }
}
