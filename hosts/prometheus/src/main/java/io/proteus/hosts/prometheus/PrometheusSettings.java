package io.proteus.hosts.prometheus;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a Prometheus server is asked.
 *
 * @param url of the server
 * @param cpu a query for shares of the CPU in use
 * @param ioWait a query for shares of the time in which hosts wait for the disk
 * @param memory a query for shares of the memory in use
 * @param label by which hosts are told apart
 * @param names of hosts, by the names of nodes
 * @param tokenFile a bearer token
 * @param timeout until an answer must be there
 */
@Section("A Prometheus server that scrapes the hosts' node_exporters.")
public record PrometheusSettings(
    @Key(doc = "the server", example = "http://127.0.0.1:9090") URI url,
    @Key(
            doc = "shares of the CPU in use, without waiting for the disk, by host",
            usual =
                "1 - sum without (cpu, mode)"
                    + " (rate(node_cpu_seconds_total{mode=~\"idle|iowait\"}[1m])) / count without"
                    + " (cpu, mode) (node_cpu_seconds_total{mode=\"idle\"})")
        String cpu,
    @Key(
            doc = "shares of the time in which hosts wait for the disk",
            usual = "avg without (cpu, mode) (rate(node_cpu_seconds_total{mode=\"iowait\"}[1m]))")
        String ioWait,
    @Key(
            doc = "shares of the memory in use",
            usual =
                "1 - last_over_time(node_memory_MemAvailable_bytes[1m])"
                    + " / last_over_time(node_memory_MemTotal_bytes[1m])")
        String memory,
    @Key(
            doc = "the label with the host's name; what follows its last colon is left out",
            usual = "instance")
        String label,
    @Key(
            doc =
                "names of hosts in that label by node, where they are not what stands before the"
                    + " node's port",
            usual = "{}")
        Map<String, String> names,
    @Key(doc = "a file with a bearer token, for a server that wants one", example = "/path")
        Optional<Path> tokenFile,
    @Key(doc = "until an answer must be there", usual = "5s") Duration timeout) {
  public PrometheusSettings {
    names = Map.copyOf(names);
  }
}
