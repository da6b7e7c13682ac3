package io.proteus.cloud.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.cloud.openstack.Session.Service;
import io.proteus.cloud.provisioning.remote.RestartsOverSsh;
import io.proteus.cloud.provisioning.remote.RestartsOverSsh.Place;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineInventory;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.PortException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Nodes on servers of OpenStack. A server is the cluster's own by its {@link MachineTags}, which
 * are its metadata; nothing else is counted, and nothing else is ever ended.
 *
 * <p>Nothing is remembered here, and Nova knows no idempotent orders. So a server carries the token
 * of its order, the token is looked up before the order is given, and looked up again afterwards:
 * where two servers have one token, the older one stays.
 */
final class OpenStackCloud implements Machines, MachineInventory, RestartsOverSsh.Directory {
  private static final int PAGE = 500;

  /** Until a place must have been found for a new server; how it boots is not awaited. */
  private static final Duration TO_PLACE = Duration.ofSeconds(30);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final OpenStackSettings settings;
  private final Session session;
  private final Consumer<String> progress;
  private final OpenStackErrors errors;
  private final Names names;

  /**
   * @param progress told what is started and ended, and why
   */
  OpenStackCloud(OpenStackSettings settings, Session session, Consumer<String> progress) {
    this.settings = settings;
    this.session = session;
    this.progress = progress;
    this.errors = new OpenStackErrors(settings, session);
    this.names = new Names(session);
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    Map<NodeId, Instant> machines = new HashMap<>();
    asked(this::own).forEach(server -> machines.put(settings.nodeOn(server), server.created()));
    return machines;
  }

  @Override
  public String cluster() {
    return settings.cluster();
  }

  @Override
  public List<Machine> inventory() throws PortException {
    return asked(this::own).stream()
        .map(
            server ->
                new Machine(
                    server.id(),
                    settings.nodeOn(server),
                    server.created(),
                    server.flavor(),
                    Optional.of(server.zone()).filter(zone -> !zone.isEmpty()),
                    settings.prices().of(server.flavor().orElse("")),
                    server.metadata()))
        .toList();
  }

  /** The price of the preferred flavour. */
  @Override
  public Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    return settings.prices().of(settings.flavors().get(0));
  }

  @Override
  public Optional<Set<String>> neighboursWanted() {
    return settings.boot().neighboursWanted();
  }

  @Override
  public void launch(int total, Map<String, String> wanted) throws PortException {
    String token = ServerOrder.token(total, asked(this::own));
    launch(total, wanted, Neighbours.UNKNOWN, new MachineTags(settings.cluster(), "", token));
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(
        launch.total(),
        launch.settings(),
        launch.neighbours(),
        MachineTags.of(settings.cluster(), launch));
  }

  private void launch(
      int total, Map<String, String> wanted, Neighbours neighbours, MachineTags tags)
      throws PortException {
    ServerOrder order = ServerOrder.of(settings, wanted, neighbours, tags);
    asked(
        () -> {
          endFailed();
          List<Server> own = own();
          if (!onlyOldestStays(own, tags.token()) && own.size() < total) {
            start(order, own);
            onlyOldestStays(own(), tags.token());
          }
          return own;
        });
  }

  /** Servers that never ran count for a quota, and never become nodes. */
  private void endFailed() throws Refusal, PortException {
    for (Server server : own()) {
      if (server.failedToStart()) {
        end(server, "it failed to start: " + server.fault());
      }
    }
  }

  /** Whether a server of this order is there; of several, all but one are ended. */
  private boolean onlyOldestStays(List<Server> own, String token) throws Refusal, PortException {
    List<Server> ofOrder =
        own.stream()
            .filter(server -> server.token().equals(token) && server.counts())
            .sorted(Server.OLDEST)
            .toList();
    for (Server server : ofOrder.subList(Math.min(1, ofOrder.size()), ofOrder.size())) {
      end(server, "its order was carried out twice, by " + ofOrder.get(0).id() + " as well");
    }
    return !ofOrder.isEmpty();
  }

  /** A flavour that is preferred is tried in all zones, the emptiest first, before the next. */
  private void start(ServerOrder order, List<Server> own) throws Refusal, PortException {
    String image = names.image(settings.image());
    List<String> networks = new ArrayList<>();
    for (String network : settings.networks()) {
      networks.add(names.network(network));
    }
    List<String> refusals = new ArrayList<>();
    for (String flavor : settings.flavors()) {
      String flavorId = names.flavor(flavor);
      for (Optional<String> zone : emptiestFirst(own)) {
        JsonNode body = order.body(image, flavorId, networks, zone);
        String id =
            session.post(Service.COMPUTE, "/servers", body).path("server").path("id").asText();
        String where = flavor + zone.map(" in "::concat).orElse("");
        progress.accept("%s: ordered as %s".formatted(id, where));
        Server server = placed(id);
        if (!server.failedToStart()) {
          return;
        }
        end(server, "it failed to start: " + server.fault());
        if (!OpenStackErrors.isNoValidHost(server.fault())) {
          throw new PortException(
              "Nova started no server as %s in %s: %s. Its hosts' logs tell more of %s."
                  .formatted(where, session.place(), ended(server.fault()), id));
        }
        refusals.add(where);
      }
    }
    throw new PortException(
        "Nova finds no valid host for one more server (%s). Add to cloud.flavors or cloud.zones, or wait."
            .formatted(String.join(", ", refusals)));
  }

  private static String ended(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private List<Optional<String>> emptiestFirst(List<Server> own) {
    return settings.zones().isEmpty()
        ? List.of(Optional.empty())
        : settings.zones().stream()
            .sorted(
                Comparator.comparingLong(
                    zone -> own.stream().filter(s -> zone.equals(s.zone())).count()))
            .map(Optional::of)
            .toList();
  }

  /** The new server, once it has a place or has failed, or after the time for that. */
  private Server placed(String id) throws Refusal, PortException {
    long looks = TO_PLACE.dividedBy(BETWEEN_LOOKS);
    for (long look = 0; ; look++) {
      Server server;
      try {
        server = Server.of(session.get(Service.COMPUTE, "/servers/" + id).path("server"));
      } catch (Refusal e) {
        if (e.status() == 404) {
          throw new PortException("%s was ended by somebody while it started.".formatted(id), e);
        }
        throw e;
      }
      if (server.isPlaced() || server.failedToStart() || look == looks) {
        return server;
      }
      session.pause(BETWEEN_LOOKS);
    }
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    asked(
        () -> {
          for (Server server : own()) {
            if (settings.nodeOn(server).equals(node)) {
              end(server, "on which %s is".formatted(node));
              break;
            }
          }
          return node;
        });
  }

  @Override
  public Place placeOf(NodeId node) throws PortException {
    return asked(this::own).stream()
        .filter(server -> settings.nodeOn(server).equals(node))
        .map(server -> new Place(server.id(), server.ip()))
        .findFirst()
        .orElseThrow(
            () ->
                new PortException(
                    "%s is on no server with proteus-cluster=%s; look at cloud.node."
                        .formatted(node, settings.cluster())));
  }

  /** Somebody may have ended it before. */
  private void end(Server server, String why) throws Refusal, PortException {
    progress.accept("%s: ending it, %s".formatted(server.id(), why));
    try {
      session.delete(Service.COMPUTE, "/servers/" + server.id());
    } catch (Refusal e) {
      if (e.status() != 404) {
        throw e;
      }
    }
  }

  /** Those with the cluster's tags that are not ending, failed ones included. */
  private List<Server> own() throws Refusal, PortException {
    List<Server> own = new ArrayList<>();
    String path = "/servers/detail?limit=" + PAGE;
    for (Optional<String> next = Optional.of(path); next.isPresent(); ) {
      JsonNode page = session.get(Service.COMPUTE, next.get());
      List<Server> listed = servers(page).toList();
      listed.stream()
          .filter(server -> server.isOf(settings.cluster()) && !server.isGone())
          .forEach(own::add);
      next =
          page.path("servers_links").isEmpty() || listed.isEmpty()
              ? Optional.empty()
              : Optional.of(path + "&marker=" + listed.get(listed.size() - 1).id());
    }
    return own;
  }

  private static Stream<Server> servers(JsonNode page) {
    Stream.Builder<Server> servers = Stream.builder();
    page.path("servers").forEach(server -> servers.add(Server.of(server)));
    return servers.build();
  }

  private <T> T asked(Asking<T> asking) throws PortException {
    try {
      return asking.ask();
    } catch (Refusal refused) {
      throw errors.explained(refused);
    }
  }

  private interface Asking<T> {
    T ask() throws Refusal, PortException;
  }
}
