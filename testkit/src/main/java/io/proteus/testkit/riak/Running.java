package io.proteus.testkit.riak;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** The process of a node, and what it has counted. */
final class Running {
  private static final double GETS = 0.7;
  private static final int CORES = 2;
  private static final int LOAD_UNITS = 256;

  final Instant launched;
  final NodeConf conf = new NodeConf();
  Instant startedAt;
  Instant countedAt;
  boolean runs = true;
  private double served;

  Running(Instant now) {
    launched = now;
    startedAt = now;
    countedAt = now;
  }

  /** It starts anew: its counters begin again. */
  void restart(Instant now) {
    runs = true;
    conf.restart();
    served = 0;
    startedAt = now;
    countedAt = now;
  }

  void serve(double operationsPerSecond, double seconds) {
    served += operationsPerSecond * seconds;
    countedAt = countedAt.plusMillis(Math.round(seconds * 1000));
  }

  /** Its /stats: those that were recorded, with its own name and counts. */
  String figures(String name, boolean isMember, double busy) {
    String told =
        Recording.read(isMember ? "stats__loaded-3nodes__n1.json" : "stats__01-single__n1.json");
    Map<String, String> other = new TreeMap<>();
    other.put("nodename", '"' + name + '"');
    if (isMember) {
      other.put("node_gets_total", Long.toString((long) (served * GETS)));
      other.put("node_puts_total", Long.toString((long) (served * (1 - GETS))));
      other.put("cpu_avg1", Long.toString(Math.round(Math.min(1, busy) * CORES * LOAD_UNITS)));
    }
    for (Map.Entry<String, String> figure : other.entrySet()) {
      told =
          told.replaceFirst(
              "\"" + figure.getKey() + "\": (\"[^\"]*\"|[0-9.]+)",
              "\"" + figure.getKey() + "\": " + figure.getValue());
    }
    return told;
  }
}
