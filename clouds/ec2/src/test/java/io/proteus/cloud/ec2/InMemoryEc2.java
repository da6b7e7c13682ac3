package io.proteus.cloud.ec2;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.AttributeValue;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceAttributeRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceAttributeResponse;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeSpotInstanceRequestsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSpotInstanceRequestsResponse;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceLifecycleType;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.RunInstancesResponse;
import software.amazon.awssdk.services.ec2.model.SpotInstanceRequest;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TerminateInstancesRequest;
import software.amazon.awssdk.services.ec2.model.TerminateInstancesResponse;

/** A service as EC2 with tokens of orders, slow boots, late listings, lack of room and refusals. */
final class InMemoryEc2 implements Ec2Client {
  private final Map<String, Instance> instances = new LinkedHashMap<>();
  private final Map<String, RunInstancesRequest> orders = new HashMap<>();
  private final KeptTokens tokens = new KeptTokens();
  private final Map<String, Integer> unlisted = new HashMap<>();
  private final Map<String, Integer> booting = new HashMap<>();

  /** Types and subnets, as {@code type subnet}, that have no room. */
  final Set<String> full = new HashSet<>();

  final List<String> ended = new ArrayList<>();

  /** So many looks do not list a new instance yet. */
  int listedAfter;

  /** So many looks find it pending. */
  int runsAfter = 1;

  /** The next order is carried out, and its answer is lost. */
  boolean losesAnswer;

  /** The code with which every order is refused; empty: none is. */
  String refusal = "";

  String refusalText = "no";

  /** The code with which questions for the requests of spot instances are refused. */
  String refusalOfNotices = "";

  private final Map<String, String> statuses = new HashMap<>();
  private int number;

  @Override
  public String serviceName() {
    return "ec2";
  }

  @Override
  public void close() {}

  @Override
  public RunInstancesResponse runInstances(RunInstancesRequest order) {
    refuse();
    // every subnet is a zone of its own
    KeptTokens.Token token = new KeptTokens.Token(order.subnetId(), order.clientToken());
    tokens
        .refusal(token, order)
        .ifPresent(
            code -> {
              throw refused(code, "another order had this token");
            });
    Optional<String> known = tokens.instance(token);
    if (known.isPresent()) {
      return RunInstancesResponse.builder().instances(instances.get(known.get())).build();
    }
    if (full.contains(order.instanceTypeAsString() + " " + order.subnetId())) {
      tokens.refused(token, order);
      throw refused("InsufficientInstanceCapacity", "no room");
    }
    Instance started = start(order.subnetId(), order.tagSpecifications().get(0).tags());
    started = started.toBuilder().instanceType(order.instanceTypeAsString()).build();
    instances.put(started.instanceId(), started);
    orders.put(started.instanceId(), order);
    tokens.carriedOut(token, order, started.instanceId());
    if (losesAnswer) {
      losesAnswer = false;
      throw SdkClientException.create("Unable to execute HTTP request: Read timed out");
    }
    return RunInstancesResponse.builder().instances(started).build();
  }

  /** Starts an instance, as anybody may. */
  Instance start(String subnet, List<Tag> tags) {
    String id = "i-%04d".formatted(++number);
    Instance started =
        Instance.builder()
            .instanceId(id)
            .subnetId(subnet)
            .tags(tags)
            .privateDnsName("ip-" + number)
            .launchTime(Instant.EPOCH.plusSeconds(number))
            .state(state -> state.name(InstanceStateName.PENDING))
            .build();
    instances.put(id, started);
    unlisted.put(id, listedAfter);
    booting.put(id, runsAfter);
    return started;
  }

  @Override
  public DescribeInstancesResponse describeInstances(DescribeInstancesRequest asked) {
    refuse();
    var filter = asked.filters().get(0);
    List<Instance> found = new ArrayList<>();
    for (String id : List.copyOf(instances.keySet())) {
      if (unlisted.merge(id, -1, Integer::sum) >= 0) {
        continue;
      }
      if (isAlive(id) && booting.merge(id, -1, Integer::sum) < 0) {
        put(id, InstanceStateName.RUNNING, "");
      }
      Instance instance = instances.get(id);
      String token = orders.containsKey(id) ? orders.get(id).clientToken() : "";
      if (filter.name().equals("client-token")
          ? filter.values().contains(token)
          : instance.tags().stream()
              .anyMatch(
                  tag ->
                      filter.name().equals("tag:" + tag.key())
                          && filter.values().contains(tag.value()))) {
        found.add(instance);
      }
    }
    return DescribeInstancesResponse.builder().reservations(r -> r.instances(found)).build();
  }

  @Override
  public TerminateInstancesResponse terminateInstances(TerminateInstancesRequest asked) {
    refuse();
    for (String id : asked.instanceIds()) {
      ended.add(id);
      put(id, InstanceStateName.SHUTTING_DOWN, "Client.UserInitiatedShutdown");
    }
    return TerminateInstancesResponse.builder().build();
  }

  @Override
  public DescribeInstanceAttributeResponse describeInstanceAttribute(
      DescribeInstanceAttributeRequest asked) {
    return DescribeInstanceAttributeResponse.builder()
        .userData(AttributeValue.builder().value(orders.get(asked.instanceId()).userData()).build())
        .build();
  }

  @Override
  public DescribeSpotInstanceRequestsResponse describeSpotInstanceRequests(
      DescribeSpotInstanceRequestsRequest asked) {
    if (!refusalOfNotices.isEmpty()) {
      throw refused(refusalOfNotices, "no");
    }
    List<String> wanted = asked.filters().get(0).values();
    return DescribeSpotInstanceRequestsResponse.builder()
        .spotInstanceRequests(
            instances.keySet().stream()
                .filter(wanted::contains)
                .map(
                    id ->
                        SpotInstanceRequest.builder()
                            .instanceId(id)
                            .status(s -> s.code(statuses.getOrDefault(id, "fulfilled")))
                            .build())
                .toList())
        .build();
  }

  /** A spot instance's request has this status. */
  void spotRequestIs(String id, String code) {
    instances.computeIfPresent(
        id, (key, was) -> was.toBuilder().instanceLifecycle(InstanceLifecycleType.SPOT).build());
    statuses.put(id, code);
  }

  /** An instance ends by itself, as a spot instance does. */
  void endsByItself(String id, String why) {
    put(id, InstanceStateName.TERMINATED, why);
  }

  RunInstancesRequest orderOf(String id) {
    return orders.get(id);
  }

  String userData(String id) {
    return new String(
        Base64.getDecoder().decode(orderOf(id).userData()),
        java.nio.charset.StandardCharsets.UTF_8);
  }

  List<Instance> alive() {
    return instances.values().stream().filter(Ec2Cloud::isAlive).toList();
  }

  private boolean isAlive(String id) {
    return Ec2Cloud.isAlive(instances.get(id));
  }

  private void put(String id, InstanceStateName name, String why) {
    if (name != InstanceStateName.RUNNING) {
      tokens.ended(id);
    }
    instances.computeIfPresent(
        id,
        (key, was) ->
            was.toBuilder().state(s -> s.name(name)).stateReason(r -> r.code(why)).build());
  }

  private void refuse() {
    if (!refusal.isEmpty()) {
      throw refused(refusal, refusalText);
    }
  }

  private static Ec2Exception refused(String code, String text) {
    return (Ec2Exception)
        Ec2Exception.builder()
            .message(text)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(text).build())
            .build();
  }
}
