package io.proteus.lab.local.redis;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;

/** Ports of loopback at which nobody listens, for the servers of a cluster that is to be made. */
public final class FreePorts {
  /** Clusters begin at every tenth port, so that two of them do not get in each other's way. */
  private static final int STEP = 10;

  /** Servers speak to each other at ports that are so much higher. */
  private static final int BUS = 10_000;

  private FreePorts() {}

  /** The first of as many ports in a row as there are to be shards, from the lowest on. */
  public static int inARow(int shards, int lowest, int highest) throws PortException {
    for (int first = lowest; first <= highest; first += STEP) {
      if (IntStream.range(first, first + shards).allMatch(p -> isFree(p) && isFree(p + BUS))) {
        return first;
      }
    }
    throw new PortException(
        "want %d free ports in a row for the shards, found none from %d to %d."
            .formatted(shards, lowest, highest));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
