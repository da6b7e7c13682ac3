package io.proteus.core.port;

import io.proteus.core.cluster.Capability;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The facets of a store and of the place where it runs, found by their type. */
public final class Facets {
  private static final Map<Class<? extends Facet>, Capability> CAPABILITIES =
      Map.ofEntries(
          Map.entry(Placement.class, Capability.MOVE_PARTITION),
          Map.entry(Reshaping.class, Capability.RESHAPE_PARTITION),
          Map.entry(MemoryShares.class, Capability.MEMORY_SPLIT_ONLINE),
          Map.entry(NodeSettings.class, Capability.NODE_SETTINGS_ONLINE),
          Map.entry(BlockSizes.class, Capability.BLOCK_SIZE_ONLINE),
          Map.entry(TableChanges.class, Capability.TABLE_SETTINGS_ONLINE),
          Map.entry(Upkeep.class, Capability.COMPACT_PARTITION),
          Map.entry(UpkeepPauses.class, Capability.PAUSE_COMPACTIONS),
          Map.entry(CacheWarming.class, Capability.PREFETCH),
          Map.entry(OwnBalancer.class, Capability.SWITCH_BALANCER),
          Map.entry(Membership.class, Capability.FORGET_NODE),
          Map.entry(TokenMoves.class, Capability.MOVE_TOKEN),
          Map.entry(Restarts.class, Capability.RESTART_NODE),
          Map.entry(Machines.class, Capability.RESIZE));

  private final Map<Class<? extends Facet>, Facet> byKind;

  private Facets(Map<Class<? extends Facet>, Facet> byKind) {
    this.byKind = byKind;
  }

  /** All that these objects implement; where two implement the same, the later one counts. */
  public static Facets of(Object... implementing) {
    Map<Class<? extends Facet>, Facet> found = new LinkedHashMap<>();
    for (Class<?> permitted : Facet.class.getPermittedSubclasses()) {
      Class<? extends Facet> kind = permitted.asSubclass(Facet.class);
      for (Object object : implementing) {
        if (kind.isInstance(object)) {
          found.put(kind, kind.cast(object));
        }
      }
    }
    return new Facets(found);
  }

  /** The kinds that objects of these classes are. */
  public static Set<Class<? extends Facet>> kinds(Class<?>... implementing) {
    Set<Class<? extends Facet>> kinds = new LinkedHashSet<>();
    for (Class<?> permitted : Facet.class.getPermittedSubclasses()) {
      if (Arrays.stream(implementing).anyMatch(permitted::isAssignableFrom)) {
        kinds.add(permitted.asSubclass(Facet.class));
      }
    }
    return kinds;
  }

  /** These with those of somebody else, which count where both have the same. */
  public Facets and(Facets others) {
    Map<Class<? extends Facet>, Facet> all = new LinkedHashMap<>(byKind);
    all.putAll(others.byKind);
    return new Facets(all);
  }

  /** The same facets without one. */
  public Facets without(Class<? extends Facet> kind) {
    Map<Class<? extends Facet>, Facet> rest = new LinkedHashMap<>(byKind);
    rest.remove(kind);
    return new Facets(rest);
  }

  /** The same facets without those that stand for a missing capability. */
  public Facets within(Set<Capability> capabilities) {
    Map<Class<? extends Facet>, Facet> rest = new LinkedHashMap<>(byKind);
    rest.keySet()
        .removeIf(
            kind ->
                CAPABILITIES.containsKey(kind) && !capabilities.contains(CAPABILITIES.get(kind)));
    return new Facets(rest);
  }

  /** Puts something around one facet. */
  public interface Wrapper {
    <F extends Facet> F wrap(Class<F> kind, F facet);
  }

  /** The same, each with something around it. */
  public Facets wrapped(Wrapper wrapper) {
    Map<Class<? extends Facet>, Facet> all = new LinkedHashMap<>();
    byKind.forEach((kind, facet) -> all.put(kind, wrapped(kind, facet, wrapper)));
    return new Facets(all);
  }

  private static <F extends Facet> F wrapped(Class<F> kind, Facet facet, Wrapper wrapper) {
    return wrapper.wrap(kind, Objects.requireNonNull(kind.cast(facet)));
  }

  /** The facet of this kind; empty where there is none. */
  public <F extends Facet> Optional<F> find(Class<F> kind) {
    return Optional.ofNullable(byKind.get(kind)).map(kind::cast);
  }

  /** The capabilities of a store with every facet. */
  static Set<Capability> capabilitiesOfAll() {
    return Set.copyOf(CAPABILITIES.values());
  }

  /** The capabilities that these facets amount to. */
  public Set<Capability> capabilities() {
    Set<Capability> all = EnumSet.noneOf(Capability.class);
    CAPABILITIES.forEach(
        (kind, capability) -> {
          if (byKind.containsKey(kind)) {
            all.add(capability);
          }
        });
    return all;
  }
}
