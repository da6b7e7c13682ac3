package io.proteus.controller.policy;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table or a node, as policies see it. Requests are counted by partition, so each family of a
 * table has the table's class.
 *
 * @param table the table; null for a node
 * @param node the node; null for a table
 * @param requests of its partitions; null when none of them is known
 * @param used whether there are more requests than none
 * @param situation what formulas may ask of it; what is not known is not in it
 * @param present its parameters' values by name, as far as they are known
 */
public record Subject(
    @Nullable Table table,
    @Nullable Node node,
    @Nullable RequestRates requests,
    boolean used,
    Map<String, Object> situation,
    Map<String, Object> present) {
  public Subject {
    situation = Collections.unmodifiableMap(new TreeMap<>(situation));
    present = Collections.unmodifiableMap(new TreeMap<>(present));
  }

  /** The name in memory and on screens: {@code table usertable}. */
  public String name() {
    return table != null ? "table " + table.id() : node != null ? "node " + node.id() : "nothing";
  }

  /** The name alone: {@code usertable}. */
  public String id() {
    return name().substring(name().indexOf(' ') + 1);
  }

  public boolean isTable() {
    return table != null;
  }

  /**
   * All that formulas may ask for.
   *
   * @param inForce whether the policy that asks is in force
   */
  Map<String, Object> known(boolean inForce) {
    Map<String, Object> known = known();
    known.put(Policy.IN_FORCE, inForce);
    return known;
  }

  private Map<String, Object> known() {
    Map<String, Object> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    known.putAll(present);
    known.putAll(situation);
    return known;
  }
}
