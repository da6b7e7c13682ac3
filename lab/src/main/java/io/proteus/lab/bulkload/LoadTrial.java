package io.proteus.lab.bulkload;

import java.util.Map;

/**
 * One load that was measured.
 *
 * @param configuration its id
 * @param rows that were written
 * @param seconds from the first row to the last acknowledgement
 * @param longestPauseSeconds in which no client got on
 * @param regionsByServer where the table's regions were at the end
 * @param rowsFound that were there afterwards; as many as were written, or the load is void
 */
record LoadTrial(
    String configuration,
    int repeat,
    long rows,
    double seconds,
    double longestPauseSeconds,
    Map<String, Integer> regionsByServer,
    long rowsFound) {
  LoadTrial {
    regionsByServer = Map.copyOf(regionsByServer);
  }

  double rowsPerSecond() {
    return rows / seconds;
  }
}
