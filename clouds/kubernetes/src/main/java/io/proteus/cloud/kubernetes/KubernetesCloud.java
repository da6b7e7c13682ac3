package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Launch;
import io.proteus.core.port.LeavingOrder;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineInventory;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Nodes in the pods of one StatefulSet. To start a node is to want one pod more; only the last pod
 * can go. Pods that the StatefulSet did not make are neither counted nor touched.
 *
 * <p>Nothing is remembered here. How many pods are wanted is a number that the API server keeps,
 * and each change of it carries the version that was read: an order that is given again after a
 * crash or a lost answer finds the number as it is to be, and starts nothing more.
 */
final class KubernetesCloud implements Machines, LeavingOrder, MachineInventory, Restarts {
  /** How often an order is decided anew when somebody else changed what it was decided from. */
  private static final int ATTEMPTS = 5;

  private final KubernetesCloudSettings settings;
  private final StatefulSetApi api;
  private final InstantSource clock;
  private final Consumer<String> progress;

  /**
   * @param progress told what is started and ended
   */
  KubernetesCloud(
      KubernetesCloudSettings settings,
      StatefulSetApi api,
      InstantSource clock,
      Consumer<String> progress) {
    this.settings = settings;
    this.api = api;
    this.clock = clock;
    this.progress = progress;
  }

  private Fleet fleet() throws PortException {
    StatefulSet set = api.statefulSet();
    return Fleet.of(settings, set, api.wanted(set), api.pods(set));
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    Map<NodeId, Instant> machines = new HashMap<>();
    for (Fleet.Member member : fleet().members()) {
      machines.put(member.node(), member.since());
    }
    return machines;
  }

  /** The last pod first, one that is not there yet included. */
  @Override
  public List<NodeId> leaving() throws PortException {
    List<NodeId> order =
        new ArrayList<>(fleet().members().stream().map(Fleet.Member::node).toList());
    Collections.reverse(order);
    return order;
  }

  @Override
  public String cluster() {
    return settings.cluster();
  }

  @Override
  public List<Machine> inventory() throws PortException {
    return fleet().members().stream()
        .map(
            member ->
                new Machine(
                    member.name(),
                    member.node(),
                    member.since(),
                    Optional.empty(),
                    Optional.ofNullable(member.pod()).map(pod -> pod.getSpec().getNodeName()),
                    settings.prices().ofAny(),
                    member.tags()))
        .toList();
  }

  @Override
  public Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    return settings.prices().ofAny();
  }

  @Override
  public void launch(int total, Map<String, String> wanted) throws PortException {
    launch(total, wanted, new StartNote(clock.instant(), "", ""));
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(
        launch.total(),
        launch.settings(),
        new StartNote(clock.instant(), launch.token(), launch.plan()));
  }

  private void launch(int total, Map<String, String> wanted, StartNote note) throws PortException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      StatefulSet set = api.statefulSet();
      WantedPods seen = api.wanted(set);
      Fleet fleet = Fleet.of(settings, set, seen, List.of());
      if (fleet.replicas() >= total) {
        return;
      }
      String pod = fleet.name(fleet.nextOrdinal());
      // first, as the pod reads them when it starts; who had the name before is gone
      Map<String, String> before = write(pod, now -> wanted, !wanted.isEmpty());
      if (isScaled(api.again(seen), fleet, note, () -> putBack(pod, wanted, before))) {
        progress.accept("%s: started".formatted(pod));
        return;
      }
      putBack(pod, wanted, before);
    }
    throw busy();
  }

  /** What is to be done where an order came to nothing. */
  @FunctionalInterface
  private interface Remedy {
    void apply() throws PortException;
  }

  /**
   * Wants one pod more. Where the answer is lost or a refusal, the note tells whether it was done.
   *
   * @return whether it was done; not so where somebody changed the StatefulSet since
   */
  private boolean isScaled(WantedPods seen, Fleet fleet, StartNote note, Remedy otherwise)
      throws PortException {
    int ordinal = fleet.nextOrdinal();
    try {
      return api.scale(seen, fleet.replicas() + 1, note.on(ordinal))
          || note.isOn(api.wanted(api.statefulSet()), ordinal);
    } catch (PortException refused) {
      if (note.isOn(api.wanted(api.statefulSet()), ordinal)) {
        return true;
      }
      otherwise.apply();
      throw refused;
    }
  }

  /**
   * Takes back the settings of a pod that was not started, as the next of its name is another's.
   */
  private void putBack(String pod, Map<String, String> wanted, Map<String, String> before)
      throws PortException {
    write(pod, now -> now.equals(wanted) ? before : now, false);
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    terminate(node, "");
  }

  @Override
  public void terminate(NodeId node, String token) throws PortException {
    Optional<Fleet.Member> first = Optional.empty();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      StatefulSet set = api.statefulSet();
      WantedPods seen = api.wanted(set);
      Fleet fleet = Fleet.of(settings, set, seen, api.pods(set));
      Optional<Fleet.Member> found = fleet.find(node);
      if (found.isEmpty()) {
        return;
      }
      Fleet.Member leaver = found.get();
      if (first.filter(before -> !before.isSameStart(leaver)).isPresent()) {
        return; // it was ended, and this is another one of that name
      }
      first = found;
      if (!token.isEmpty()
          && EndNote.read(seen, leaver.ordinal())
              .filter(ended -> ended.isOfAnother(token, leaver.pod()))
              .isPresent()) {
        return; // this order ended the pod that had the name before
      }
      if (leaver.ordinal() != fleet.lastOrdinal()) {
        throw new PortException(
            "%s cannot go: of a StatefulSet the last pod goes first, which is %s. Have that one removed instead."
                .formatted(leaver.name(), fleet.name(fleet.lastOrdinal())));
      }
      if (leaver.isReady()) {
        Optional<String> refusal = api.exhausted(leaver.made());
        if (refusal.isPresent()) {
          throw new PortException(
              "%s is not ended now: %s. It is asked again."
                  .formatted(leaver.name(), refusal.get()));
        }
      }
      EndNote note = EndNote.of(token, leaver.pod());
      if (api.scale(seen, fleet.replicas() - 1, note.on(leaver.ordinal()))) {
        progress.accept("%s: ended, on which %s was".formatted(leaver.name(), node));
        return;
      }
    }
    throw busy();
  }

  @Override
  public void restart(NodeId node, SettingsChange change) throws PortException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Fleet fleet = fleet();
      Fleet.Member member =
          fleet
              .find(node)
              .orElseThrow(
                  () ->
                      new PortException(
                          "%s is in no pod of cloud.statefulSet %s, whose nodes are %s; look at cloud.node."
                              .formatted(
                                  node,
                                  settings.cluster(),
                                  fleet.members().stream().map(Fleet.Member::node).toList())));
      write(member.name(), change::applied, !change.changesNothing());
      Pod pod = member.pod();
      // one that is away already comes back with these settings
      if (pod == null || pod.getMetadata().getDeletionTimestamp() != null || api.evict(pod)) {
        progress.accept("%s: restarting %s".formatted(member.name(), node));
        return;
      }
    }
    throw busy();
  }

  /** What settings become of those that are there. */
  @FunctionalInterface
  private interface Rewriting {
    Map<String, String> of(Map<String, String> now);
  }

  /**
   * Writes what becomes of a pod's settings.
   *
   * @param needed whether it is an error that there is no place for settings
   * @return what they were
   */
  private Map<String, String> write(String pod, Rewriting rewriting, boolean needed)
      throws PortException {
    Optional<Place> place = settings.podSettings();
    if (place.isEmpty()) {
      if (needed) {
        throw new PortException(
            "%s cannot be set to %s: cloud.configMap does not say where its settings are."
                .formatted(pod, rewriting.of(Map.of())));
      }
      return Map.of();
    }
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      StatefulSetApi.PodText found = api.settingsOf(pod, place.get());
      String is = Objects.requireNonNullElse(found.text(), "");
      Map<String, String> before = SettingLines.read(is);
      String text = SettingLines.text(rewriting.of(before));
      if (text.equals(is) || api.set(found, text)) {
        return before;
      }
    }
    throw busy();
  }

  private PortException busy() {
    return new PortException(
        "%s was changed by somebody else %d times while Proteus changed it; it is asked again."
            .formatted(settings.cluster(), ATTEMPTS));
  }
}
