package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.proteus.core.cluster.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pods that a StatefulSet is to have, those that are not there yet included. A pod beyond them
 * is on its way out and is none of them.
 *
 * @param firstOrdinal the number in the name of the first
 * @param members by ordinal
 */
record Fleet(String statefulSet, int firstOrdinal, List<Member> members) {

  /**
   * A pod.
   *
   * @param since when it was made or asked for
   * @param tags of its start; none where Proteus did not start it
   * @param pod null where it is not there
   */
  record Member(
      int ordinal,
      String name,
      NodeId node,
      Instant since,
      Map<String, String> tags,
      @Nullable Pod pod) {

    /** Whether it counts for its disruption budgets. */
    boolean isReady() {
      return pod != null
          && pod.getStatus() != null
          && pod.getStatus().getConditions().stream()
              .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
    }

    /** Whether both are one pod, of one order to start it. */
    boolean isSameStart(Member other) {
      return tags.equals(other.tags) && (pod == null || other.pod == null || isSamePod(other.pod));
    }

    private boolean isSamePod(Pod other) {
      return made().getMetadata().getUid().equals(other.getMetadata().getUid());
    }

    Pod made() {
      return Objects.requireNonNull(pod);
    }
  }

  static Fleet of(
      KubernetesCloudSettings settings, StatefulSet set, WantedPods wanted, List<Pod> pods) {
    Map<String, Pod> byName = new HashMap<>();
    pods.forEach(pod -> byName.put(pod.getMetadata().getName(), pod));
    String name = set.getMetadata().getName();
    String service = Objects.requireNonNullElse(set.getSpec().getServiceName(), "");
    Integer start =
        set.getSpec().getOrdinals() == null ? null : set.getSpec().getOrdinals().getStart();
    int first = Objects.requireNonNullElse(start, 0);
    List<Member> members = new ArrayList<>();
    for (int ordinal = first; ordinal < first + wanted.replicas(); ordinal++) {
      String podName = name + "-" + ordinal;
      Pod pod = byName.get(podName);
      String ip = pod == null || pod.getStatus() == null ? null : pod.getStatus().getPodIP();
      Optional<StartNote> note = StartNote.read(wanted, ordinal);
      String made = (pod == null ? set.getMetadata() : pod.getMetadata()).getCreationTimestamp();
      members.add(
          new Member(
              ordinal,
              podName,
              settings.nodeOn(podName, ip, service),
              pod == null
                  ? note.map(StartNote::at).orElse(Instant.parse(made))
                  : Instant.parse(made),
              note.map(found -> found.tags(settings.cluster())).orElse(Map.of()),
              pod));
    }
    return new Fleet(name, first, List.copyOf(members));
  }

  int replicas() {
    return members.size();
  }

  int nextOrdinal() {
    return firstOrdinal + members.size();
  }

  int lastOrdinal() {
    return nextOrdinal() - 1;
  }

  String name(int ordinal) {
    return statefulSet + "-" + ordinal;
  }

  Optional<Member> find(NodeId node) {
    return members.stream().filter(member -> member.node().equals(node)).findFirst();
  }
}
