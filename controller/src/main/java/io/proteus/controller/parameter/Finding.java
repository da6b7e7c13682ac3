package io.proteus.controller.parameter;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.parameter.Contradiction.Severity;
import java.util.List;

/**
 * Something that is set as it should not be.
 *
 * @param rule a contradiction's name, or {@code range}, {@code unreadable}, {@code old-key}
 * @param subject the table, or table and column family; empty for nodes
 * @param nodes on which it is so
 * @param source who says so
 */
public record Finding(
    Severity severity,
    String rule,
    String subject,
    List<NodeId> nodes,
    String sentence,
    String source) {}
