package io.proteus.simulator.world;

import io.proteus.simulator.model.AnswerTimes;

/**
 * Requests to partitions that nobody serves: each keeps its client waiting, and is answered once
 * the partition is open again.
 */
record WaitingRequests(ClientGroups groups, AnswerTimes answerTimes) {

  /**
   * Clients ask for a partition that is away.
   *
   * @param asked requests a second
   * @return requests that were not made, as no client was left to make them
   */
  double ask(SimulatedPartition partition, double asked, double seconds) {
    double wanted = asked * seconds;
    double left = Math.max(0, groups.most(partition.tenant) - partition.waiting);
    double come = Math.min(wanted, left);
    partition.waited += partition.waiting * seconds + come * seconds / 2;
    partition.waiting += come;
    return wanted - come;
  }

  /** A partition is open: whoever waited gets an answer. How many did. */
  double answer(SimulatedPartition partition, double now) {
    double answered = partition.waiting;
    if (answered > 0) {
      double away = now - partition.unservedSince;
      answerTimes.add(answered, partition.waited / answered, away * away / 12);
    }
    partition.waiting = 0;
    partition.waited = 0;
    return answered;
  }
}
