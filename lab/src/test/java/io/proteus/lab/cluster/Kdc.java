package io.proteus.lab.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/** A Kerberos key distribution centre of its own realm, on loopback. */
final class Kdc implements AutoCloseable {
  static final String REALM = "PROTEUS.TEST";
  private static final String ADDRESS = "127.0.0.1";

  private final Path folder;
  private final SimpleKdcServer server = new SimpleKdcServer();
  private final int port;

  Kdc(Path folder) throws IOException, KrbException {
    this.folder = Files.createDirectories(folder);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(ADDRESS))) {
      this.port = free.getLocalPort();
    }
    server.setWorkDir(folder.toFile());
    server.setKdcHost(ADDRESS);
    server.setKdcRealm(REALM);
    server.setAllowUdp(false);
    server.setAllowTcp(true);
    server.setKdcTcpPort(port);
    server.init();
    server.start();
  }

  /** What {@code java.security.krb5.conf} names. */
  Path configuration() throws IOException {
    return Files.writeString(
        folder.resolve("client-krb5.conf"),
        """
        [libdefaults]
            default_realm = %s
            udp_preference_limit = 1
        [realms]
            %s = {
                kdc = %s:%d
            }
        """
            .formatted(REALM, REALM, ADDRESS, port));
  }

  /** Makes a principal and the file with its keys. */
  Path keytab(String principal) throws KrbException {
    Path keytab = folder.resolve(principal.replace('/', '-') + ".keytab");
    server.createPrincipal(principal + "@" + REALM);
    server.exportPrincipal(principal + "@" + REALM, keytab.toFile());
    return keytab;
  }

  static String inRealm(String principal) {
    return principal + "@" + REALM;
  }

  @Override
  public void close() throws KrbException {
    server.stop();
  }
}
