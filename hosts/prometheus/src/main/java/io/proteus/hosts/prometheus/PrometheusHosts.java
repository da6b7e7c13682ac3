package io.proteus.hosts.prometheus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.HostNames;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks a Prometheus server three questions, each for all hosts. */
final class PrometheusHosts implements HostMetrics {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final PrometheusSettings settings;
  private final HostNames names;
  private final Page page;

  PrometheusHosts(PrometheusSettings settings) {
    this.settings = settings;
    this.names = new HostNames(settings.names());
    this.page = Page.of(settings.timeout(), settings.tokenFile(), "hosts.prometheus.url");
  }

  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException {
    if (nodes.isEmpty()) {
      return Map.of();
    }
    Map<String, Ratio> cpu = shares(settings.cpu(), "cpu");
    Map<String, Ratio> ioWait = shares(settings.ioWait(), "ioWait");
    Map<String, Ratio> memory = shares(settings.memory(), "memory");
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId node : nodes) {
      String host = names.of(node);
      HostLoad load = new HostLoad(cpu.get(host), ioWait.get(host), memory.get(host));
      if (!load.equals(HostLoad.UNKNOWN)) {
        loads.put(node, load);
      }
    }
    return loads;
  }

  /**
   * The newest share by host; hosts of which several series tell are left out, as are no numbers.
   */
  private Map<String, Ratio> shares(String query, String setting) throws PortException {
    Map<String, Ratio> shares = new HashMap<>();
    Set<String> twice = new HashSet<>();
    for (JsonNode series : ask(query, setting)) {
      String host = host(series.path("metric").path(settings.label()).asText(""));
      Ratio share = share(series.path("value").path(1).asText(""));
      if (share != null && shares.put(host, share) != null) {
        twice.add(host);
      }
    }
    shares.keySet().removeAll(twice);
    return shares;
  }

  private static String host(String label) {
    int port = label.lastIndexOf(':');
    return port < 0 ? label : label.substring(0, port);
  }

  private static @Nullable Ratio share(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? Ratio.of(Math.max(0, Math.min(1, value))) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private JsonNode ask(String query, String setting) throws PortException {
    String base = settings.url().toString().replaceAll("/+$", "");
    URI address =
        URI.create(
            base + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    HttpResponse<String> answer = page.await(address, page.ask(address), page.end());
    if (answer.statusCode() == UNAUTHORIZED || answer.statusCode() == FORBIDDEN) {
      throw new PortException(
          "Prometheus at %s refuses with %d; look at hosts.prometheus.tokenFile."
              .formatted(base, answer.statusCode()));
    }
    JsonNode tree = tree(answer.body());
    if (tree.path("status").asText("").equals("error")) {
      throw new PortException(
          "Prometheus at %s refuses the query of hosts.prometheus.%s: %s"
              .formatted(base, setting, tree.path("error").asText("no reason given")));
    }
    JsonNode data = tree.path("data");
    if (answer.statusCode() != OK || !data.path("resultType").asText("").equals("vector")) {
      throw new PortException(
          "%s is no Prometheus server, or the query of hosts.prometheus.%s yields no vector; got %d with %s."
              .formatted(
                  base, setting, answer.statusCode(), data.path("resultType").asText("no result")));
    }
    return data.path("result");
  }

  private static JsonNode tree(String body) {
    try {
      JsonNode tree = JSON.readTree(body);
      return tree == null ? JSON.nullNode() : tree;
    } catch (JsonProcessingException e) {
      return JSON.nullNode();
    }
  }
}
