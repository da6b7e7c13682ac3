package io.proteus.core.cluster;

import io.proteus.core.words.Sentence;

/**
 * Something that could not be measured.
 *
 * @param kind what is missing
 * @param subject whose: a node, a partition, a table, the cluster
 * @param sentence why, for an operator, who is shown it after the subject
 */
public record Gap(Kind kind, String subject, Sentence sentence) {
  public enum Kind {
    /** a node did not answer, or not in time */
    NODE_UNREADABLE,
    /** the host's CPU, I/O wait or memory is not known */
    HOST_UNREADABLE,
    /** a node's settings are not known */
    SETTINGS_UNREADABLE,
    /** a partition or node is seen for the first time: no rate yet */
    FIRST_SEEN,
    /** counters went back or their owner restarted between two samples */
    COUNTER_RESET,
    /** a partition was on another node in the sample before */
    PARTITION_MOVED,
    /** a partition is served, but its counters are not known */
    COUNTERS_MISSING,
    /**
     * a table is not observed: each of its partitions is on several nodes, and Proteus cannot place
     * them
     */
    TABLE_LEFT_ALONE,
    /**
     * a node's memory can be divided anew by a restart only at present, though what divides it
     * while it runs is there
     */
    SPLIT_BY_RESTART_ONLY,
    /** somebody else began to move a partition, and has not finished it */
    MOVE_LEFT_OPEN,
    /** a partition was on its way to a node that died, and waits for people */
    MOVE_CUT_OFF,
    /** no counter of the whole cluster moved, while a host's CPU was busy */
    COUNTERS_STAND_STILL
  }
}
