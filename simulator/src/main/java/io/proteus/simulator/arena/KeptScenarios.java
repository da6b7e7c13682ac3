package io.proteus.simulator.arena;

import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.List;

/**
 * Scenarios that are not drawn: cases in which strategies were seen to do harm, written down from
 * how they were described, and scenarios that come with Proteus.
 */
final class KeptScenarios {
  /** A case by its name. */
  private record Case(String name, Drawn drawn) {}

  private static final List<Case> CASES =
      List.of(
          new Case(
              "class-turns",
              new Drawn(
                  """
                  lasts: 3h
                  nodes: 5
                  layout: balanced
                  tenants:
                    - {name: t, operations: {read: 1}, clients: 400, RATE, rows: 2000000, shares: 20<, active: [{from: 0s, until: 30m}, {from: 60m, until: 90m}, {from: 120m, until: 150m}]>}
                    - {name: u, operations: {update: 1}, clients: 400, RATE, rows: 2000000, shares: 20<, active: [{from: 30m, until: 60m}, {from: 90m, until: 120m}, {from: 150m}]>}
                  proteus:
                    nodes: {min: 2, max: 15}
                  """,
                  0.5)),
          new Case(
              "crowd-and-loss",
              new Drawn(
                  """
                  lasts: 4h
                  nodes: 5
                  layout: balanced
                  tenants:
                    - {name: t, operations: {read: 0.8, update: 0.2}, clients: 800, RATE, rows: 2000000, shares: 32<, load: [{curve: flash-crowd, from: 70m, lasts: 60m, factor: 4}]>}
                  proteus:
                    nodes: {min: 2, max: 16}
                  <faults: [{fault: machine-lost, at: 60m, node: 1}]>
                  """,
                  0.45)),
          new Case(
              "nights",
              new Drawn(
                  """
                  lasts: 14h
                  nodes: 5
                  layout: balanced
                  tenants:
                    - {name: t, operations: {read: 0.8, update: 0.2}, clients: 400, RATE, rows: 3000000, shares: 40<, load: [{curve: daily, factors: [0.15, 0.1, 0.1, 0.5, 0.9, 1, 0.9, 0.95, 0.8, 0.6, 0.4, 0.2]}]>}
                  proteus:
                    nodes: {min: 2, max: 12}
                  """,
                  0.6)),
          new Case(
              "half-slow",
              new Drawn(
                  """
                  lasts: 4h
                  nodes: 6
                  layout: balanced
                  tenants:
                    - {name: t, operations: {read: 0.8, update: 0.2}, clients: 400, RATE, rows: 2000000, shares: 36}
                  proteus:
                    nodes: {min: 2, max: 15}
                  <faults: [{fault: slow-node, at: 0s, lasts: 4h, node: 0, speed: 0.4}, {fault: slow-node, at: 0s, lasts: 4h, node: 1, speed: 0.4}, {fault: slow-node, at: 0s, lasts: 4h, node: 2, speed: 0.4}]>
                  """,
                  0.55)),
          new Case(
              "moving-spot",
              new Drawn(
                  """
                  lasts: 3h
                  nodes: 4
                  layout: balanced
                  tenants:
                    - {name: t, operations: {read: 0.9, update: 0.1}, clients: 400, RATE, rows: 2000000, shares: [0.3, 0.07, 0.07, 0.07, 0.07, 0.07, 0.07, 0.07, 0.07, 0.07, 0.07]<, hotSpotMoves: 30m>}
                  proteus:
                    nodes: {min: 2, max: 12}
                  """,
                  0.95)),
          new Case(
              "over-a-node",
              new Drawn(
                  """
                  lasts: 2h
                  nodes: 4
                  layout: balanced
                  tenants:
                    - {name: t, operations: {read: 0.9, update: 0.1}, clients: 400, RATE, rows: 2000000, shares: [0.6, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05]}
                  proteus:
                    nodes: {min: 2, max: 12}
                  """,
                  1.6)),
          new Case(
              "data-grows",
              new Drawn(
                  """
                  lasts: 4h
                  nodes: 6
                  layout: balanced
                  tenants:
                    - {name: t, operations: {read: 0.7, insert: 0.3}, clients: 400, RATE, rows: 300000, rowSize: 2KB, shares: 24}
                  proteus:
                    nodes: {min: 2, max: 18}
                  """,
                  0.45)));

  private static final List<String> SHIPPED =
      List.of("steady", "flash-crowd", "open-loop", "hot-spot", "mdp-7", "tir-8", "tir-prototype");

  private KeptScenarios() {}

  static int count() {
    return CASES.size() + SHIPPED.size();
  }

  /**
   * The scenario of a place.
   *
   * @param number from 1
   */
  static Scenario scenario(long number) {
    int index = (int) number - 1;
    if (index < CASES.size()) {
      Case one = CASES.get(index);
      return one.drawn().scenario("kept-" + one.name(), number);
    }
    String name = SHIPPED.get(index - CASES.size());
    return ScenarioFile.find(name, Path.of(".")).withName("kept-shipped-" + name);
  }
}
