package io.proteus.cloud.ec2;

import io.proteus.core.port.PortException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceLifecycleType;
import software.amazon.awssdk.services.ec2.model.SpotInstanceRequest;

/**
 * The notices with which EC2 says, two minutes ahead, that it takes spot instances back: the status
 * of the instances' requests. They are asked for where there are spot instances. Who lacks the
 * right to ask does without them, and is told so once.
 */
final class SpotNotices {
  /** The codes of requests whose instances are about to be taken; they run until then. */
  private static final Set<String> TAKEN = Set.of("marked-for-termination", "marked-for-stop");

  private final Ec2Client client;
  private final Ec2Errors errors;
  private final Consumer<String> progress;
  private boolean mayAsk = true;

  SpotNotices(Ec2Client client, Ec2Errors errors, Consumer<String> progress) {
    this.client = client;
    this.errors = errors;
    this.progress = progress;
  }

  /** What EC2 says of those that it is about to take, by the ids of the instances. */
  synchronized Map<String, String> of(Collection<Instance> running) throws PortException {
    List<String> spot =
        running.stream()
            .filter(instance -> instance.instanceLifecycle() == InstanceLifecycleType.SPOT)
            .map(Instance::instanceId)
            .toList();
    if (spot.isEmpty() || !mayAsk) {
      return Map.of();
    }
    Map<String, String> notices = new HashMap<>();
    try {
      for (SpotInstanceRequest request :
          client
              .describeSpotInstanceRequestsPaginator(
                  ask -> ask.filters(filter -> filter.name("instance-id").values(spot)))
              .spotInstanceRequests()) {
        String code = request.status() == null ? "" : String.valueOf(request.status().code());
        if (TAKEN.contains(code) && request.instanceId() != null) {
          notices.put(request.instanceId(), "EC2: " + code);
        }
      }
    } catch (SdkException e) {
      if (!Ec2Errors.lacksARight(e)) {
        throw errors.explained(e);
      }
      mayAsk = false;
      progress.accept(
          "which spot instances EC2 is about to take back is not known, as the right"
              + " ec2:DescribeSpotInstanceRequests is missing");
    }
    return notices;
  }
}
