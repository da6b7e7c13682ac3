package io.proteus.simulator.model;

/**
 * What it costs a store that places its data itself, on a ring, when nodes come and go, and what a
 * request costs the node that coordinates it.
 *
 * @param coordinatorCpuSeconds CPU of a request on the node that the client asked, its copies apart
 * @param joinDelaySeconds from the order to join to the first byte that is streamed: the ring
 *     settles, and nodes agree on who is to hold what
 * @param leaveDelaySeconds the same of the order to leave
 * @param settleSeconds from the last byte until nothing waits to be handed off
 * @param streamBytesPerSecond that a node sends at most
 * @param sourceCpuSecondsPerByte CPU of a node that sends
 * @param targetCpuSecondsPerByte CPU of a node that receives
 * @param streamCpuShare of a node's CPU that streams and cleanups take at most
 * @param cleanupBytesPerSecond of what a former owner holds, all of which it reads and writes anew
 *     after somebody has joined; 0 where former owners delete what they hand off
 * @param cleanupCpuSecondsPerByte CPU of that
 */
public record RingCosts(
    double coordinatorCpuSeconds,
    double joinDelaySeconds,
    double leaveDelaySeconds,
    double settleSeconds,
    double streamBytesPerSecond,
    double sourceCpuSecondsPerByte,
    double targetCpuSecondsPerByte,
    double streamCpuShare,
    double cleanupBytesPerSecond,
    double cleanupCpuSecondsPerByte) {

  /** Whether former owners keep what they have handed over until they are cleaned up. */
  public boolean cleansUp() {
    return cleanupBytesPerSecond > 0;
  }
}
