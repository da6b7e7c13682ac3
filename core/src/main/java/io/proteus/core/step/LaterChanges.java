package io.proteus.core.step;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.words.Sentence;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody else has set since an action. It is theirs: an undo leaves it and tells it. A value
 * is the action's own as long as it is one that the action set, and where nobody knows it.
 */
public final class LaterChanges {
  private final PriorValues prior;
  private final Topology now;
  private final Set<Sentence> left = new LinkedHashSet<>();

  public LaterChanges(PriorValues prior, Topology now) {
    this.prior = prior;
    this.now = now;
  }

  Topology now() {
    return now;
  }

  /** The part of a change back whose values nobody else has set since. */
  public SettingsChange own(Object place, SettingsChange back, @Nullable Map<String, String> is) {
    return is == null
        ? back
        : back.only(key -> isOwn(place, key, back.set().get(key), is.get(key)));
  }

  /**
   * Whether a value is not somebody else's. One that is as it was before is nobody's.
   *
   * @param place of the setting: a table, a column family or a node
   * @param back what it was before; null where it was not set
   * @param is null where it is not set
   */
  boolean isOwn(Object place, String key, @Nullable String back, @Nullable String is) {
    boolean own = prior.isStillSet(place, key, back, is);
    if (!own) {
      left.add(
          Sentence.of(
              "%s is %s on %s, set by somebody else since: left so",
              key, is == null ? "at its default" : is, place));
    }
    return own;
  }

  /** Whether nobody else has divided the heap of a node since, which had this split before. */
  public boolean isDividedByOwn(Node node, MemorySplit back) {
    MemorySplit is = node.memory();
    boolean own = is == null || is.isAbout(back) || prior.isStillDivided(node.id(), is);
    if (!own) {
      left.add(Sentence.of("%s has %s, set by somebody else since: left so", node.id(), is));
    }
    return own;
  }

  /** What was left, a sentence each. */
  public List<Sentence> left() {
    return List.copyOf(left);
  }
}
