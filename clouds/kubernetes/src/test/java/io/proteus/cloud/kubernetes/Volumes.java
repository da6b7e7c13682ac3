package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder for each claim of a namespace, as a provisioner of volumes makes them: it is there as
 * long as the claim, whatever becomes of the pods that have it.
 *
 * @param folder of all of them
 */
record Volumes(KubernetesClient client, String namespace, Path folder) {

  /** Whether a pod's claim is there, or it has none. */
  boolean areThereFor(Pod pod) {
    return claimIn(pod).isEmpty() || claimOf(pod).isPresent();
  }

  /** The folder of a pod's claim; empty where it has none. */
  Optional<Path> of(Pod pod) throws IOException {
    Optional<PersistentVolumeClaim> claim = claimOf(pod);
    return claim.isEmpty()
        ? Optional.empty()
        : Optional.of(Files.createDirectories(folder.resolve(claim.get().getMetadata().getUid())));
  }

  private static Optional<String> claimIn(Pod pod) {
    return pod.getSpec().getVolumes().stream()
        .filter(volume -> volume.getPersistentVolumeClaim() != null)
        .map(volume -> volume.getPersistentVolumeClaim().getClaimName())
        .findFirst();
  }

  /** One that is on its way out is none. */
  private Optional<PersistentVolumeClaim> claimOf(Pod pod) {
    return claimIn(pod)
        .map(name -> client.persistentVolumeClaims().inNamespace(namespace).withName(name).get())
        .filter(claim -> claim.getMetadata().getDeletionTimestamp() == null);
  }

  /** The claims that are there. */
  List<PersistentVolumeClaim> claims() {
    return client.persistentVolumeClaims().inNamespace(namespace).list().getItems();
  }

  /** Deletes the folders whose claims are gone. */
  void clean() {
    List<Path> there = folders();
    if (there.isEmpty()) {
      return;
    }
    Set<String> claimed =
        claims().stream().map(claim -> claim.getMetadata().getUid()).collect(Collectors.toSet());
    there.stream()
        .filter(volume -> !claimed.contains(volume.getFileName().toString()))
        .forEach(Volumes::delete);
  }

  List<Path> folders() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> volumes = Files.list(folder)) {
      return volumes.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path volume) {
    try (Stream<Path> files = Files.walk(volume)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
