package io.proteus.deployment.hbase;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ports of a cluster: a block of a hundred, in which the last two digits of HBase's own ports
 * keep their meaning (16010 is the master's page). Every RegionServer has an address of its own and
 * uses the same ports there.
 *
 * @param base first port of the block
 */
public record Ports(int base) {

  static final int BLOCK = 100;

  /** Above well-known ports, below the range from which Linux picks ports for clients (32768). */
  private static final int FIRST_BLOCK = 16_000;

  private static final int BLOCKS = 160;

  static final String MASTER_ADDRESS = "127.0.0.1";

  public int master() {
    return base;
  }

  public int masterPage() {
    return base + 10;
  }

  public int regionServer() {
    return base + 20;
  }

  public int regionServerPage() {
    return base + 30;
  }

  public int nameNode() {
    return base + 40;
  }

  public int nameNodePage() {
    return base + 41;
  }

  public int dataNode() {
    return base + 42;
  }

  public int dataNodeCalls() {
    return base + 43;
  }

  public int dataNodePage() {
    return base + 44;
  }

  public int zooKeeper() {
    return base + 81;
  }

  /**
   * A block whose ports are all free on all addresses. The seed decides which block is tried first,
   * so clusters that start at the same time choose different ones.
   */
  static Ports free(int seed, Collection<String> serverAddresses) throws PortException {
    int first = Math.floorMod(seed, BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      Ports ports = new Ports(FIRST_BLOCK + (first + i) % BLOCKS * BLOCK);
      if (ports.taken(serverAddresses).isEmpty()) {
        return ports;
      }
    }
    throw new PortException(
        "ports: no block of %d ports between %d and %d is free. End what listens there, or name the first port of another block: `proteus local up --port-base N`."
            .formatted(BLOCK, FIRST_BLOCK, FIRST_BLOCK + BLOCKS * BLOCK));
  }

  /** The ports of this block that somebody listens on, as {@code address:port}. */
  List<String> taken(Collection<String> serverAddresses) {
    IntStream central =
        IntStream.of(master(), masterPage(), nameNode(), nameNodePage(), zooKeeper());
    List<Integer> perServer =
        List.of(regionServer(), regionServerPage(), dataNode(), dataNodeCalls(), dataNodePage());
    List<String> taken =
        new ArrayList<>(
            central
                .filter(port -> isTaken(MASTER_ADDRESS, port))
                .mapToObj(port -> MASTER_ADDRESS + ":" + port)
                .toList());
    for (String address : serverAddresses) {
      perServer.stream()
          .filter(port -> isTaken(address, port))
          .forEach(port -> taken.add(address + ":" + port));
    }
    return taken;
  }

  private static boolean isTaken(String address, int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(address))) {
      return !socket.isBound();
    } catch (IOException inUse) {
      return true;
    }
  }
}
