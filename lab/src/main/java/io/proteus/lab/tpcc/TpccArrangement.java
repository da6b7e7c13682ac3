package io.proteus.lab.tpcc;

import io.proteus.lab.stage.Choice;
import org.jspecify.annotations.Nullable;

/** What the TPC-C experiment compares (MET-17). */
enum TpccArrangement {
  HOMOGENEOUS(
      "homogeneous",
      "As many regions of every table on every server; cache 40 %, memstore 25 %, blocks of 64 KB.",
      25_380),
  MET(
      "met",
      "Started as homogeneous. Proteus observes, decides by strategy met and reconfigures within the"
          + " window.",
      31_020),
  MET_FROM_START(
      "met-start", "What (met) came to in the repeat before it, from the start.", 33_720),
  AUTO("auto", "As (met) with strategy auto, which may take several plans.", null);

  private final String id;
  private final String description;
  private final @Nullable Integer paper;

  TpccArrangement(String id, String description, @Nullable Integer paper) {
    this.id = id;
    this.description = description;
    this.paper = paper;
  }

  static TpccArrangement named(String id) {
    return Choice.of("--arrangements", id, values(), TpccArrangement::id);
  }

  String id() {
    return id;
  }

  String description() {
    return description;
  }

  /** The paper's tpmC over that of the homogeneous cluster; blank where it has none. */
  String paperRatio() {
    return paper == null ? "" : "%.2f".formatted((double) paper / 25_380);
  }

  /** Whether Proteus acts within the window. */
  boolean isMadeByProteus() {
    return this == MET || this == AUTO;
  }

  int mostPlans() {
    return this == AUTO ? 4 : 1;
  }

  /** What is set beside Proteus's defaults, as YAML. */
  String settings(int nodes) {
    return this == AUTO ? "strategy: auto\nnodes: {min: %d}\n".formatted(nodes) : "";
  }
}
