package io.proteus.hosts.ganglia;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.HostNames;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Address;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;

/** Asks a gmond or gmetad, once for all hosts. */
final class GangliaHosts implements HostMetrics {
  /** An answer that is larger is none of a cluster. */
  private static final int MOST_BYTES = 256 << 20;

  private final GangliaSettings settings;
  private final HostNames names;

  GangliaHosts(GangliaSettings settings) {
    this.settings = settings;
    this.names = new HostNames(settings.names());
  }

  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException {
    if (nodes.isEmpty()) {
      return Map.of();
    }
    List<GangliaHost> hosts = report();
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId node : nodes) {
      List<GangliaHost> called =
          hosts.stream().filter(host -> isWanted(host) && host.isCalled(names.of(node))).toList();
      if (called.size() > 1) {
        throw new PortException(
            "Ganglia has %d hosts that are called %s (clusters %s); name one of them in hosts.ganglia.cluster or hosts.ganglia.names."
                .formatted(
                    called.size(),
                    names.of(node),
                    String.join(", ", called.stream().map(GangliaHost::cluster).toList())));
      }
      called.forEach(host -> loads.put(node, host.load()));
    }
    return loads;
  }

  private boolean isWanted(GangliaHost host) {
    return settings.cluster().map(host.cluster()::equals).orElse(true);
  }

  private List<GangliaHost> report() throws PortException {
    PortException failed = null;
    for (Address address : settings.addresses()) {
      try {
        return report(address);
      } catch (PortException e) {
        failed = e;
      }
    }
    throw failed == null
        ? new PortException("Ganglia: want an address in hosts.ganglia.addresses, got none.")
        : failed;
  }

  private List<GangliaHost> report(Address address) throws PortException {
    try {
      return GangliaReport.read(new ByteArrayInputStream(answer(address)), settings.stale());
    } catch (IOException e) {
      throw new PortException(
          "Ganglia at %s does not answer: %s; look at hosts.ganglia.addresses, and whether it lets this host in (gmetad: trusted_hosts)."
              .formatted(address, e.getMessage() == null ? "no connection" : e.getMessage()),
          e);
    } catch (XMLStreamException e) {
      throw new PortException(
          "%s is no gmond or gmetad, or its answer was cut off; its XML is on port 8649 or 8651."
              .formatted(address),
          e);
    }
  }

  /** All of what it says; a gmond ends the connection when it has told all. */
  private byte[] answer(Address address) throws IOException {
    long end = System.nanoTime() + settings.timeout().toNanos();
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.host(), address.port()), millisUntil(end));
      InputStream in = socket.getInputStream();
      ByteArrayOutputStream all = new ByteArrayOutputStream(1 << 16);
      byte[] part = new byte[1 << 16];
      while (all.size() <= MOST_BYTES) {
        socket.setSoTimeout(millisUntil(end));
        int read = in.read(part);
        if (read < 0) {
          return all.toByteArray();
        }
        all.write(part, 0, read);
      }
      throw new IOException("it tells more than %d MB".formatted(MOST_BYTES >> 20));
    }
  }

  private int millisUntil(long end) throws SocketTimeoutException {
    long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
    if (left <= 0) {
      throw new SocketTimeoutException(
          "its answer took over %d s (hosts.ganglia.timeout)"
              .formatted(settings.timeout().toSeconds()));
    }
    return (int) Math.min(Integer.MAX_VALUE, left);
  }
}
