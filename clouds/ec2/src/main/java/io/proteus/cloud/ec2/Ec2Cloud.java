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
 * <p>Nothing is remembered here. An instance has the token of its step as a tag, or one made of
 * what EC2 tells where no step asks, and a step whose instance runs orders nothing more. While EC2
 * does not list it yet, the order's client token has it start once in the same place.
 */
final class Ec2Cloud implements Machines, MachineInventory, RestartsOverSsh.Directory {
  private static final Set<InstanceStateName> ALIVE =
      Set.of(InstanceStateName.PENDING, InstanceStateName.RUNNING);

  /** The token of an instance that has ended is taken; so many are passed over in one place. */
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
    String token = order.token(total, own(), clock.instant());
    launch(total, order.of(wanted, Neighbours.UNKNOWN, "", token), token);
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(
        launch.total(),
        order.of(launch.settings(), launch.neighbours(), launch.plan(), launch.token()),
        launch.token());
  }

  /**
   * One more instance, unless this order has one. A type that is preferred is tried in all zones,
   * the emptiest first, before the next type.
   */
  private void launch(int total, RunInstancesRequest.Builder request, String token)
      throws PortException {
    List<Instance> own = own();
    List<Instance> alive = own.stream().filter(Ec2Cloud::isAlive).toList();
    if (alive.size() >= total || isCarriedOut(token, own)) {
      return;
    }
    List<String> refusals = new ArrayList<>();
    for (String type : settings.instanceTypes()) {
      for (String subnet : emptiestFirst(alive)) {
        Optional<String> refusal =
            refusalOf(request.instanceType(type).subnetId(subnet), token, type, subnet);
        if (refusal.isEmpty()) {
          return;
        }
        refusals.add("%s in %s: %s".formatted(type, subnet, refusal.get()));
      }
    }
    throw new PortException(
        "EC2 has no room for one more instance (%s). Add to cloud.instanceTypes or cloud.subnets, or wait."
            .formatted(String.join(", ", refusals)));
  }

  /**
   * Orders an instance in one place, with the first of its tokens whose instance has not ended.
   *
   * @return the code by which EC2 says that it has no room there; empty where an instance runs
   */
  private Optional<String> refusalOf(
      RunInstancesRequest.Builder request, String token, String type, String subnet)
      throws PortException {
    for (int attempt = 0; attempt < TOKENS; attempt++) {
      String clientToken = order.clientToken(token, type, subnet, attempt);
      try {
        Instance started =
            client.runInstances(request.clientToken(clientToken).build()).instances().get(0);
        if (isAlive(started)) {
          progress.accept("%s: started as %s in %s".formatted(started.instanceId(), type, subnet));
          return Optional.empty();
        }
      } catch (SdkException e) {
        if (Ec2Errors.isUsedUp(e)) {
          return Optional.of(Ec2Errors.code(e));
        }
        if (!Ec2Errors.isOfAnEndedInstance(e) && isCarriedOut(e, token, clientToken)) {
          return Optional.empty();
        }
      }
    }
    throw new PortException(
        "EC2 started no instance for cloud.cluster %s: %d orders in a row are of instances that have ended."
            .formatted(settings.cluster(), TOKENS));
  }

  /**
   * Whether an order has an instance that runs, though EC2 answered it with an error.
   *
   * @return false where its instance has ended
   * @throws PortException where nothing shows that it has one
   */
  private boolean isCarriedOut(SdkException failed, String token, String clientToken)
      throws PortException {
    if (Ec2Errors.isOfAnotherOrder(failed)) {
      return isAlive(ofEarlierOrder(clientToken));
    }
    if (Ec2Errors.isAnswerLost(failed) && isCarriedOut(token, own())) {
      return true;
    }
    throw errors.explained(failed);
  }

  /** Tags tell of an order whichever type and zone had room for it; its tokens do not. */
  private static boolean isCarriedOut(String token, List<Instance> own) {
    return own.stream()
        .anyMatch(
            instance -> isAlive(instance) && token.equals(tags(instance).get(MachineTags.TOKEN)));
  }

  /** What an order with this token started before, with other settings. */
  private Instance ofEarlierOrder(String clientToken) throws PortException {
    List<Instance> found = described(filter("client-token", clientToken));
    if (found.isEmpty()) {
      throw new PortException(
          "An instance for cloud.cluster %s was ordered before, and EC2 does not show it yet; it is asked again in the next cycle."
              .formatted(settings.cluster()));
    }
    return found.get(0);
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
