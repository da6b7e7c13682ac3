package io.proteus.cloud.ec2;

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
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.Placement;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Tag;

/**
 * Nodes on instances of EC2. An instance is the cluster's own by its {@link MachineTags}; nothing
 * else is counted, and nothing else is ever ended.
 *
 * <p>Nothing is remembered here. An order to start carries the token of its step, or one made of
 * what EC2 tells where no step asks, so that an order that is given again after a crash or a lost
 * answer starts nothing more.
 */
final class Ec2Cloud implements Machines, MachineInventory, RestartsOverSsh.Directory {
  private static final Set<InstanceStateName> ALIVE =
      Set.of(InstanceStateName.PENDING, InstanceStateName.RUNNING);

  /** Tokens of instances that have ended since are taken; so many are passed over. */
  private static final int TOKENS = 5;

  /** The state reasons of who was asked to end. */
  private static final Set<String> ASKED_TO_END =
      Set.of("Client.UserInitiatedShutdown", "Client.InstanceInitiatedShutdown");

  private final Ec2CloudSettings settings;
  private final Ec2Client client;
  private final InstantSource clock;
  private final Consumer<String> progress;
  private final Ec2Errors errors;
  private final Ec2Order order;
  private final SpotNotices notices;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * @param progress told what is started and ended, and what ended by itself
   */
  Ec2Cloud(
      Ec2CloudSettings settings, Ec2Client client, InstantSource clock, Consumer<String> progress) {
    this.settings = settings;
    this.client = client;
    this.clock = clock;
    this.progress = progress;
    this.errors = new Ec2Errors(settings);
    this.order = new Ec2Order(settings);
    this.notices = new SpotNotices(client, errors, progress);
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    List<Instance> own = own();
    own.forEach(this::tellWhatEndedByItself);
    Map<NodeId, Instant> machines = new HashMap<>();
    for (Instance instance : own) {
      if (isAlive(instance)) {
        machines.put(node(instance), instance.launchTime());
      }
    }
    return machines;
  }

  @Override
  public String cluster() {
    return settings.cluster();
  }

  @Override
  public List<Machine> inventory() throws PortException {
    List<Instance> own = own();
    own.forEach(this::tellWhatEndedByItself);
    List<Instance> alive = own.stream().filter(Ec2Cloud::isAlive).toList();
    Map<String, String> takenBack = notices.of(alive);
    return alive.stream().map(instance -> machine(instance, takenBack)).toList();
  }

  private Machine machine(Instance instance, Map<String, String> takenBack) {
    String type = instance.instanceTypeAsString();
    return new Machine(
        instance.instanceId(),
        node(instance),
        instance.launchTime(),
        Optional.ofNullable(type),
        Optional.ofNullable(instance.placement()).map(Placement::availabilityZone),
        settings.prices().of(String.valueOf(type)),
        tags(instance),
        Optional.ofNullable(takenBack.get(instance.instanceId())));
  }

  /** The price of the preferred type. */
  @Override
  public Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    return settings.prices().of(settings.instanceTypes().get(0));
  }

  @Override
  public Optional<Set<String>> neighboursWanted() {
    return settings.boot().neighboursWanted();
  }

  @Override
  public void launch(int total, Map<String, String> wanted) throws PortException {
    List<Instance> own = own();
    launch(
        total,
        order.of(wanted, Neighbours.UNKNOWN, "", ""),
        attempt -> order.token(total, own, clock.instant(), attempt));
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(
        launch.total(),
        order.of(launch.settings(), launch.neighbours(), launch.plan(), launch.token()),
        attempt -> order.token(launch.token(), attempt));
  }

  /** One more instance, with the first of the tokens whose instance has not ended. */
  private void launch(int total, RunInstancesRequest.Builder request, IntFunction<String> tokens)
      throws PortException {
    List<Instance> own = own();
    List<Instance> alive = own.stream().filter(Ec2Cloud::isAlive).toList();
    if (alive.size() >= total) {
      return;
    }
    for (int attempt = 0; attempt < TOKENS; attempt++) {
      request.clientToken(tokens.apply(attempt));
      Optional<Instance> started = startedSomewhere(request, alive);
      if (started.isPresent() && isAlive(started.get())) {
        return;
      }
    }
    throw new PortException(
        "EC2 started no instance for cloud.cluster %s: %d orders in a row are of instances that have ended."
            .formatted(settings.cluster(), TOKENS));
  }

  /** A type that is preferred is tried in all zones, the emptiest first, before the next type. */
  private Optional<Instance> startedSomewhere(
      RunInstancesRequest.Builder request, List<Instance> alive) throws PortException {
    List<String> refusals = new ArrayList<>();
    for (String type : settings.instanceTypes()) {
      for (String subnet : emptiestFirst(alive)) {
        try {
          Instance started =
              client
                  .runInstances(request.instanceType(type).subnetId(subnet).build())
                  .instances()
                  .get(0);
          progress.accept("%s: started as %s in %s".formatted(started.instanceId(), type, subnet));
          return Optional.of(started);
        } catch (SdkException e) {
          if (Ec2Errors.isOfAnotherOrder(e)) {
            return ofEarlierOrder(request.build().clientToken());
          }
          if (!Ec2Errors.isUsedUp(e)) {
            throw errors.explained(e);
          }
          refusals.add("%s in %s: %s".formatted(type, subnet, Ec2Errors.code(e)));
        }
      }
    }
    throw new PortException(
        "EC2 has no room for one more instance (%s). Add to cloud.instanceTypes or cloud.subnets, or wait."
            .formatted(String.join(", ", refusals)));
  }

  /** What an order with this token started before, when another zone or type had room. */
  private Optional<Instance> ofEarlierOrder(String token) throws PortException {
    List<Instance> found = described(filter("client-token", token));
    if (found.isEmpty()) {
      throw new PortException(
          "An instance for cloud.cluster %s was ordered before, and EC2 does not show it yet; it is asked again in the next cycle."
              .formatted(settings.cluster()));
    }
    return Optional.of(found.get(0));
  }

  private List<String> emptiestFirst(List<Instance> alive) {
    return settings.subnets().stream()
        .sorted(
            Comparator.comparingLong(
                subnet -> alive.stream().filter(i -> subnet.equals(i.subnetId())).count()))
        .toList();
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    for (Instance instance : own()) {
      if (isAlive(instance) && node(instance).equals(node)) {
        progress.accept("%s: ending it, on which %s is".formatted(instance.instanceId(), node));
        try {
          client.terminateInstances(ask -> ask.instanceIds(instance.instanceId()));
        } catch (SdkException e) {
          if (!Ec2Errors.code(e).equals("InvalidInstanceID.NotFound")) {
            throw errors.explained(e);
          }
        }
        return;
      }
    }
  }

  @Override
  public Place placeOf(NodeId node) throws PortException {
    return own().stream()
        .filter(instance -> isAlive(instance) && node(instance).equals(node))
        .map(
            instance ->
                new Place(
                    instance.instanceId(),
                    Objects.requireNonNullElse(instance.privateIpAddress(), "")))
        .findFirst()
        .orElseThrow(
            () ->
                new PortException(
                    "%s is on no instance with proteus-cluster=%s; look at cloud.node."
                        .formatted(node, settings.cluster())));
  }

  private void tellWhatEndedByItself(Instance instance) {
    String why = instance.stateReason() == null ? null : instance.stateReason().code();
    if (isAlive(instance) || why == null || ASKED_TO_END.contains(why)) {
      return;
    }
    if (told.add(instance.instanceId())) {
      progress.accept(
          "%s, on which %s was, ended by itself: %s"
              .formatted(instance.instanceId(), node(instance), why));
    }
  }

  /** Those with the cluster's tag, ended ones included while EC2 remembers them. */
  private List<Instance> own() throws PortException {
    return described(filter("tag:" + MachineTags.CLUSTER, settings.cluster())).stream()
        .filter(this::isOwn)
        .toList();
  }

  /** The tags are looked at again: a service that knows no filters lists all. */
  private boolean isOwn(Instance instance) {
    return MachineTags.read(tags(instance))
        .filter(tags -> tags.cluster().equals(settings.cluster()))
        .isPresent();
  }

  private List<Instance> described(Filter filter) throws PortException {
    try {
      Set<String> seen = new HashSet<>();
      return client.describeInstancesPaginator(ask -> ask.filters(filter)).reservations().stream()
          .flatMap(reservation -> reservation.instances().stream())
          .filter(instance -> seen.add(instance.instanceId()))
          .toList();
    } catch (SdkException e) {
      throw errors.explained(e);
    }
  }

  private static Filter filter(String name, String value) {
    return Filter.builder().name(name).values(value).build();
  }

  private static Map<String, String> tags(Instance instance) {
    Map<String, String> tags = new HashMap<>();
    instance.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    return tags;
  }

  static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).build();
  }

  static boolean isAlive(Instance instance) {
    return ALIVE.contains(instance.state().name());
  }

  private NodeId node(Instance instance) {
    return settings.nodeOn(
        instance.instanceId(), instance.privateDnsName(), instance.privateIpAddress());
  }
}
