package io.proteus.controller.parameter;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.parameter.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of a parameter, and where it holds.
 *
 * @param subject the table, or table and column family; empty for nodes
 * @param nodes on which it is so
 * @param value null when it is not known
 * @param origin where the store has it from; or why it is not known
 * @param usual the store's own default; null where there is no fixed one
 * @param recommended null where nothing is, or what it follows from is not known
 * @param recommendedBy who says so
 */
public record ParameterRow(
    Parameter parameter,
    String subject,
    List<NodeId> nodes,
    @Nullable String value,
    String origin,
    @Nullable String usual,
    @Nullable String recommended,
    @Nullable String recommendedBy) {

  /** Whether it is known to be other than the store's default. */
  public boolean isChanged() {
    return value != null && (usual == null || !parameter.unit().same(value, usual));
  }

  /** Whether it is known to differ from the recommendation. */
  public boolean isUnlikeRecommended() {
    return value != null && recommended != null && !parameter.unit().same(value, recommended);
  }
}
