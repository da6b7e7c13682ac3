package io.proteus.workloads.hbase;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.ipc.NettyRpcClientConfigHelper;

/**
 * How the tenants' clients reach HBase: patient enough to ride out a region that moves or a server
 * that restarts, but never for longer than {@link #MAX_OPERATION}; and light, because they share
 * the machine's cores with the servers that are measured.
 */
public final class HBaseClient {
  /** A capped RegionServer takes half of this to stop and start again. */
  public static final Duration MAX_OPERATION = Duration.ofSeconds(60);

  /**
   * The limit of one attempt; after that the answer counts as lost and the operation is sent again.
   */
  private static final Duration MAX_ATTEMPT = Duration.ofSeconds(20);

  private static final int RETRY_PAUSE_MILLIS = 50;

  /**
   * Enough for the pauses, which grow to 100 times the first one, to be ended by the time limit.
   */
  private static final int RETRIES = 35;

  /**
   * Threads that write and read the sockets. One wakes less often for more calls: 12 % less client
   * CPU a read than HBase's two per core, at 15,000 reads/s. (HBase's BlockingRpcClient, without
   * such threads, took 30 % more.)
   */
  private static final int EVENT_LOOPS = 1;

  private HBaseClient() {}

  /**
   * A connection for all tenants of a run.
   *
   * @param zookeeperQuorum hosts as HBase writes them: {@code host} or {@code host1,host2}
   * @param zookeeperPort their client port
   */
  public static Connection connect(String zookeeperQuorum, int zookeeperPort) throws IOException {
    Configuration cluster = HBaseConfiguration.create();
    cluster.set(HConstants.ZOOKEEPER_QUORUM, zookeeperQuorum);
    cluster.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, zookeeperPort);
    return ConnectionFactory.createConnection(patient(cluster));
  }

  /** The same cluster with the tenants' patience. */
  public static Configuration patient(Configuration cluster) {
    Configuration client = new Configuration(cluster);
    client.setLong(HConstants.HBASE_CLIENT_PAUSE, RETRY_PAUSE_MILLIS);
    client.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, RETRIES);
    client.setLong(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, MAX_OPERATION.toMillis());
    client.setLong(HConstants.HBASE_RPC_TIMEOUT_KEY, MAX_ATTEMPT.toMillis());
    client.setLong(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, MAX_OPERATION.toMillis());
    client.setInt(
        NettyRpcClientConfigHelper.HBASE_NETTY_EVENTLOOP_RPCCLIENT_THREADCOUNT_KEY, EVENT_LOOPS);
    return client;
  }
}
