package io.proteus.deployment.hbase.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.StandardSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes every Hadoop RPC come from the daemon's own loopback address.
 *
 * <p>The NameNode knows a DataNode by the address its calls come from. Without this all DataNodes
 * of one machine look the same and evict each other, and no block is ever local to one server only.
 * It is named in {@code hadoop.rpc.socket.factory.class.default}; Hadoop caches connections by
 * factory, which is why equality is by address.
 */
public final class SourceBindingSocketFactory extends StandardSocketFactory
    implements Configurable {

  /** The configuration key with the address to bind; unset means any. */
  public static final String SOURCE_ADDRESS = "proteus.source.address";

  private @Nullable Configuration configuration;

  @Override
  public void setConf(@Nullable Configuration configuration) {
    this.configuration = configuration;
  }

  @Override
  public @Nullable Configuration getConf() {
    return configuration;
  }

  // a socket without a channel cannot be used by Hadoop's client, hence not super.createSocket()
  @Override
  public Socket createSocket() throws IOException {
    Socket socket = SocketChannel.open().socket();
    String address = sourceAddress();
    if (address != null) {
      socket.bind(new InetSocketAddress(address, 0));
    }
    return socket;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SourceBindingSocketFactory
        && Objects.equals(sourceAddress(), ((SourceBindingSocketFactory) other).sourceAddress());
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(sourceAddress());
  }

  private @Nullable String sourceAddress() {
    Configuration current = configuration;
    return current == null ? null : current.get(SOURCE_ADDRESS);
  }
}
