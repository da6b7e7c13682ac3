package io.proteus.cloud.ec2;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.PortException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.model.HttpTokensState;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.MarketType;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.ShutdownBehavior;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/** The order for one more instance. */
record Ec2Order(Ec2CloudSettings settings) {
  /** EC2 takes no more. */
  private static final int USER_DATA_BYTES = 16 * 1024;

  private static final int TOKEN_BYTES = 16;

  /**
   * All but its token, type and subnet.
   *
   * @param neighbours that run already
   * @param plan that asks for it; empty where none does
   * @param token of its step, or what stands for one
   */
  RunInstancesRequest.Builder of(
      Map<String, String> wanted, Neighbours neighbours, String plan, String token)
      throws PortException {
    Map<String, String> tags = new MachineTags(settings.cluster(), plan, token).asMap();
    RunInstancesRequest.Builder request =
        RunInstancesRequest.builder()
            .minCount(1)
            .maxCount(1)
            .imageId(settings.image())
            .metadataOptions(metadata -> metadata.httpTokens(HttpTokensState.REQUIRED))
            .instanceInitiatedShutdownBehavior(ShutdownBehavior.TERMINATE)
            .tagSpecifications(
                tagged(ResourceType.INSTANCE, tags), tagged(ResourceType.VOLUME, tags));
    if (!settings.securityGroups().isEmpty()) {
      request.securityGroupIds(settings.securityGroups());
    }
    settings.keyPair().ifPresent(request::keyName);
    if (settings.spot()) {
      request.instanceMarketOptions(market -> market.marketType(MarketType.SPOT));
    }
    String script = script(wanted, neighbours);
    if (!script.isEmpty()) {
      request.userData(Base64.getEncoder().encodeToString(script.getBytes(UTF_8)));
    }
    return request;
  }

  private static TagSpecification tagged(ResourceType type, Map<String, String> tags) {
    return TagSpecification.builder()
        .resourceType(type)
        .tags(
            tags.entrySet().stream()
                .map(tag -> Ec2Cloud.tag(tag.getKey(), tag.getValue()))
                .toList())
        .build();
  }

  private String script(Map<String, String> wanted, Neighbours neighbours) throws PortException {
    String script = settings.boot().script(wanted, neighbours);
    int bytes = script.getBytes(UTF_8).length;
    if (bytes > USER_DATA_BYTES) {
      throw new PortException(
          "%s: want at most %d bytes with the node's settings, got %d."
              .formatted(
                  settings.userData().isPresent() ? "cloud.userData" : "cloud.files",
                  USER_DATA_BYTES,
                  bytes));
    }
    return script;
  }

  /**
   * What stands for a step where none asks: the same for the same order. It changes with each
   * instance that came or ended, and with the hour, as EC2 forgets ended instances after about that
   * time and their tokens only after days.
   */
  String token(int total, List<Instance> own, Instant now) {
    String ids = own.stream().map(Instance::instanceId).sorted().collect(Collectors.joining(","));
    return hashed(String.valueOf(total), ids, now.truncatedTo(ChronoUnit.HOURS).toString());
  }

  /**
   * The client token of an order in one place. EC2 keeps it by zone, for refused orders too, and
   * refuses it with any other parameter; so each type and subnet has its own.
   *
   * @param token of the step
   * @param attempt counts the instances of this order that have ended
   */
  String clientToken(String token, String type, String subnet, int attempt) {
    return hashed(token, type, subnet, String.valueOf(attempt));
  }

  private String hashed(String... order) {
    String all = settings.cluster() + "|" + String.join("|", order);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(UTF_8));
      return "proteus-" + HexFormat.of().formatHex(digest, 0, TOKEN_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
