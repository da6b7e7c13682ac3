package io.proteus.controller.policy;

import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A policy without the values that a plan set when it made things worse (PCM-7). A plan sets many
 * values at once, and the measurement is of all of them; so all that the plan changed are left out.
 * What was set as the policy says before the plan stays. Where nothing would be left, or what is
 * left contradicts itself, the policy is switched off.
 *
 * @param policy as it is proposed
 * @param leftOut the parameters that the plan changed
 */
public record RefinedPolicy(Policy policy, SortedSet<String> leftOut) {
  private static final String REFINED = ", refined";

  /** Shares of a heap that differ by less are the same. */
  private static final double SAME_SHARE = 0.005;

  public RefinedPolicy {
    leftOut = Collections.unmodifiableSortedSet(new TreeSet<>(leftOut));
  }

  /** One for each policy of which these plans set values; none where they switched none. */
  public static List<RefinedPolicy> of(List<Planned> plans, PolicyShelf shelf) {
    SortedMap<String, SortedSet<String>> changed = new TreeMap<>();
    plans.forEach(planned -> changedBy(planned, shelf, changed));
    List<RefinedPolicy> refined = new ArrayList<>();
    for (Policy policy : shelf.policies()) {
      SortedSet<String> worse = changed.getOrDefault(policy.name(), new TreeSet<>());
      worse.retainAll(policy.values().keySet());
      if (!worse.isEmpty()) {
        refined.add(without(policy, worse, shelf));
      }
    }
    return refined;
  }

  /** The text of its file. */
  public String text(List<String> comments) {
    return PolicyText.of(policy, comments);
  }

  private static RefinedPolicy without(Policy policy, SortedSet<String> worse, PolicyShelf shelf) {
    Map<String, String> left = new LinkedHashMap<>(policy.values());
    left.keySet().removeAll(worse);
    Policy refined = copy(policy, true, left);
    return new RefinedPolicy(
        isRight(refined, shelf) ? refined : copy(policy, false, policy.values()), worse);
  }

  private static boolean isRight(Policy policy, PolicyShelf shelf) {
    try {
      PolicyFile.parse(policy.name(), PolicyText.of(policy, List.of()), shelf.catalogue());
      return true;
    } catch (InvalidConfiguration e) {
      return false;
    }
  }

  private static Policy copy(Policy of, boolean enabled, Map<String, String> values) {
    return new Policy(
        of.name(),
        of.name() + ".yaml",
        of.title().endsWith(REFINED) ? of.title() : of.title() + REFINED,
        of.source(),
        enabled,
        of.workload(),
        of.when(),
        of.hold(),
        of.condition(),
        values,
        of.advice(),
        of.presplit());
  }

  /** Adds the parameters that a plan set otherwise than they were, by the policy that says so. */
  private static void changedBy(
      Planned planned, PolicyShelf shelf, Map<String, SortedSet<String>> changed) {
    StrategyMemory memory = planned.memory();
    Topology before = planned.before();
    boolean switches =
        planned.plan().reasons().stream()
            .anyMatch(reason -> reason.code() == ReasonCode.POLICY_SWITCH);
    if (!switches || memory == null || before == null) {
      return;
    }
    WantedSettings wanted = planned.plan().target().settings();
    for (Table table : before.tables()) {
      if (wanted.tables().containsKey(table.id())) {
        Choice choice = inForce(memory.settings(), "table " + table.id());
        add(changed, choice, changedOf(choice, table.settings(), shelf));
      }
    }
    for (Node node : before.nodes()) {
      Choice choice = inForce(memory.settings(), "node " + node.id());
      boolean isSet =
          wanted.nodes().containsKey(node.id())
              || planned.plan().target().nodes().stream()
                  .anyMatch(
                      target ->
                          target.node().equals(node.id())
                              && target.profile().name().equals(NodeProfile.BY_POLICY));
      if (isSet) {
        add(changed, choice, changedOf(choice, node, shelf));
      }
    }
  }

  private static @Nullable Choice inForce(SettingsMemory memory, String subject) {
    return memory.of(subject).map(SettingsMemory.Standing::inForce).orElse(null);
  }

  private static void add(
      Map<String, SortedSet<String>> changed, @Nullable Choice choice, SortedSet<String> names) {
    if (choice != null) {
      changed.computeIfAbsent(choice.policy(), name -> new TreeSet<>()).addAll(names);
    }
  }

  private static SortedSet<String> changedOf(
      @Nullable Choice choice, @Nullable TableSettings is, PolicyShelf shelf) {
    SortedSet<String> names = new TreeSet<>();
    if (choice != null && is != null) {
      choice
          .values()
          .forEach(
              (name, value) -> {
                TableSettings wanted =
                    PolicyValues.ofTable(Map.of(name, value), is, shelf.catalogue());
                if (!is.changeTo(wanted).changesNothing()) {
                  names.add(name);
                }
              });
    }
    return names;
  }

  private static SortedSet<String> changedOf(
      @Nullable Choice choice, Node node, PolicyShelf shelf) {
    SortedSet<String> names = new TreeSet<>();
    if (choice != null) {
      choice
          .values()
          .forEach(
              (name, value) -> {
                if (isSplitOtherwise(name, value, node, shelf)
                    || isStartedOtherwise(Map.of(name, value), node, shelf)) {
                  names.add(name);
                }
              });
    }
    return names;
  }

  /** Whether it is a share of the heap that the node has otherwise. */
  private static boolean isSplitOtherwise(String name, String value, Node node, PolicyShelf shelf) {
    MemorySplit is = node.memory();
    Parameter parameter = shelf.catalogue().byName().get(name);
    if (is == null || parameter == null) {
      return false;
    }
    Ratio has =
        parameter.key().equals(shelf.guide().readCacheKey())
            ? is.readCache()
            : parameter.key().equals(shelf.guide().writeBufferKey()) ? is.writeBuffer() : null;
    return has != null
        && parameter
            .unit()
            .number(value)
            .filter(wanted -> Math.abs(wanted.doubleValue() - has.value()) > SAME_SHARE)
            .isPresent();
  }

  private static boolean isStartedOtherwise(
      Map<String, String> value, Node node, PolicyShelf shelf) {
    SortedMap<String, String> started = node.settings();
    return started != null
        && !SettingsChange.between(
                started, PolicyValues.ofStart(value, started, shelf.catalogue(), shelf.guide()))
            .changesNothing();
  }
}
