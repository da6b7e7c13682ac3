package io.proteus.core.strategy;

import io.proteus.core.cluster.FamilyBlocks;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import io.proteus.core.units.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The memory of settings policies for each table and node; subjects that are gone are forgotten.
 *
 * @param subjects by name: {@code table usertable}, {@code node rs1:16020}
 * @param blocks the block sizes that Proteus has set, by table
 */
public record SettingsMemory(
    SortedMap<String, Standing> subjects, SortedMap<TableId, ByteSize> blocks) {
  public static final SettingsMemory NONE = new SettingsMemory(new TreeMap<>(), new TreeMap<>());

  public SettingsMemory {
    // a journal from before there were such policies has none
    subjects =
        Collections.unmodifiableSortedMap(
            new TreeMap<>(Objects.requireNonNullElse(subjects, new TreeMap<>())));
    blocks =
        Collections.unmodifiableSortedMap(
            new TreeMap<>(Objects.requireNonNullElse(blocks, new TreeMap<>())));
  }

  public static SettingsMemory of(Map<String, Standing> subjects) {
    return new SettingsMemory(new TreeMap<>(subjects), new TreeMap<>());
  }

  /** The same with these subjects. */
  public SettingsMemory with(Map<String, Standing> others) {
    return new SettingsMemory(new TreeMap<>(others), blocks);
  }

  /** The same once these block sizes are set. */
  public SettingsMemory setting(Map<TableId, ByteSize> sizes) {
    SortedMap<TableId, ByteSize> all = new TreeMap<>(blocks);
    all.putAll(sizes);
    return new SettingsMemory(subjects, all);
  }

  /** What of a table's blocks somebody else has set; none where the store does not tell. */
  public SortedMap<String, ByteSize> handSet(Table table) {
    FamilyBlocks of = table.blocks();
    return of == null ? Collections.emptySortedMap() : of.handSet(blocks.get(table.id()));
  }

  public Optional<Standing> of(String subject) {
    return Optional.ofNullable(subjects.get(subject));
  }

  /**
   * What somebody else has set by hand on tables, for people; empty where nothing is. What a policy
   * has set on a table counts as Proteus' own.
   */
  public Optional<Reason> handSet(Topology now) {
    List<String> tables = new ArrayList<>();
    for (Table table : now.tables()) {
      List<String> values = new ArrayList<>();
      handSet(table).forEach((family, size) -> values.add("%s %s".formatted(family, size)));
      boolean byPolicy =
          of("table " + table.id()).filter(standing -> standing.inForce() != null).isPresent();
      TableSettings settings = table.settings();
      if (!byPolicy && settings != null) {
        table.explicit().stream()
            .filter(settings.values()::containsKey)
            .forEach(key -> values.add("%s %s".formatted(key, settings.values().get(key))));
      }
      if (!values.isEmpty()) {
        tables.add("%s (%s)".formatted(table.id(), OneLine.escaped(String.join(", ", values))));
      }
    }
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ReasonCode.HAND_SET.because(
                "configuration.keepHandSet", "set by hand, and kept: %s", Few.of(tables)));
  }

  /**
   * The memory after somebody took a decision back: the subject is left alone until another policy
   * fits it.
   */
  public SettingsMemory leftToOthers() {
    SortedMap<String, Standing> left = new TreeMap<>();
    subjects.forEach((name, standing) -> left.put(name, standing.seenInPlace()));
    return with(left);
  }

  /**
   * The memory after a decision that is not carried out: what was seen is kept, and what would have
   * been switched to is pending, not in force.
   */
  public SettingsMemory seen(SettingsMemory decided, Instant now) {
    SortedMap<String, Standing> seen = new TreeMap<>();
    decided.subjects.forEach(
        (name, then) -> {
          Standing before = subjects.getOrDefault(name, Standing.NEW);
          Choice wanted = then.inForce();
          seen.put(
              name,
              wanted == null || wanted.equals(before.inForce())
                  ? then
                  : before.asking(wanted, now));
        });
    return with(seen);
  }

  /**
   * The state of one table or node.
   *
   * @param inForce what was last decided on; null while nothing was
   * @param settled whether the cluster has shown it: what differs from then on is somebody else's
   * @param coming what its workload asks for instead; null while it asks for what is in force
   * @param earlier what choices before it have set last, by parameter: it stays where this one sets
   *     nothing, and comes back by an undo; null for nothing
   */
  public record Standing(
      @Nullable Choice inForce,
      boolean settled,
      @Nullable PendingChoice coming,
      @Nullable SortedMap<String, String> earlier) {
    public static final Standing NEW = new Standing(null, false, null);

    public Standing {
      earlier =
          earlier == null || earlier.isEmpty()
              ? null
              : Collections.unmodifiableSortedMap(new TreeMap<>(earlier));
    }

    /** One before which nothing was set. */
    public Standing(@Nullable Choice inForce, boolean settled, @Nullable PendingChoice coming) {
      this(inForce, settled, coming, null);
    }

    /** The same with nothing that is to come. */
    public Standing calm() {
      return new Standing(inForce, settled, null, earlier);
    }

    /** The same with another pending choice. */
    public Standing awaiting(PendingChoice other) {
      return new Standing(inForce, settled, other, earlier);
    }

    /** What a choice before this one has set a parameter to; null for nothing. */
    public @Nullable String earlier(String parameter) {
      return earlier == null ? null : earlier.get(parameter);
    }

    /** The same with what was to come, seen again; anew where that is another policy. */
    Standing asking(Choice wanted, Instant now) {
      return awaiting(
          coming != null && coming.choice().policy().equals(wanted.policy())
              ? coming.seenAt(now)
              : new PendingChoice(wanted, now, now));
    }

    /** The state once a choice is in force, before which there was none. */
    public static Standing switchedTo(Choice choice) {
      return NEW.turnedTo(choice);
    }

    /** The state once another choice is in force. */
    public Standing turnedTo(Choice choice) {
      SortedMap<String, String> set = new TreeMap<>();
      if (earlier != null) {
        set.putAll(earlier);
      }
      if (inForce != null) {
        set.putAll(inForce.values());
      }
      return new Standing(choice, false, null, set);
    }

    /** The state once the cluster shows the choice. */
    public Standing seenInPlace() {
      return new Standing(inForce, true, coming, earlier);
    }
  }
}
