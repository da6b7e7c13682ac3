package io.proteus.controller.audit;

import io.proteus.controller.audit.AuditEvent.Link;
import io.proteus.controller.audit.AuditLine.Told;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the entries of an audit log, one after the other, and keeps the first thing that is wrong.
 */
public final class AuditCheck {
  private final @Nullable Link noted;
  private final boolean mayBePart;
  private @Nullable Link first;
  private @Nullable String before;
  private @Nullable Link last;
  private @Nullable Link cut;
  private boolean notedWasMet;
  private long count;
  private @Nullable String broken;

  /**
   * @param noted an entry that was noted elsewhere, which has to be there; null where none was
   */
  public AuditCheck(@Nullable Link noted) {
    this(noted, false);
  }

  private AuditCheck(@Nullable Link noted, boolean mayBePart) {
    this.noted = noted;
    this.mayBePart = mayBePart;
  }

  /** Checks an exported log, which may begin with any entry. */
  public static AuditCheck ofExport(@Nullable Link noted) {
    return new AuditCheck(noted, true);
  }

  /** The next entry. */
  public void add(AuditLine line) {
    add(line, null);
  }

  /**
   * The next entry.
   *
   * @param entry hash of the journal's entry that it names; null where that is not kept any more
   */
  void add(AuditLine line, @Nullable String entry) {
    if (broken == null) {
      count++;
      broken = objection(line, line.told(), entry);
    }
  }

  private @Nullable String objection(AuditLine line, @Nullable Told told, @Nullable String entry) {
    Link former = last;
    if (told == null) {
      return "the entry after %s is not a JSON object"
          .formatted(former == null ? "the beginning" : former.number());
    }
    long number = told.link().number();
    if (!AuditLine.hash(line.text()).equals(line.hash())) {
      return "entry %d was changed: its text does not have its hash".formatted(number);
    }
    if (former == null) {
      first = told.link();
      before = told.previous();
    } else if (number != former.number() + 1) {
      return "entry %d is missing: entry %d is followed by %d"
          .formatted(former.number() + 1, former.number(), number);
    } else if (!told.previous().equals(former.hash())) {
      return "entry %d does not follow entry %d: one of them was replaced"
          .formatted(number, former.number());
    }
    last = told.link();
    cut = told.cut() == null ? cut : told.cut();
    if (told.recorded() != null && entry != null && !told.recorded().hash().equals(entry)) {
      return "entry %d of the journal was changed after entry %d of the audit log was written"
          .formatted(told.recorded().entry(), number);
    }
    if (noted != null && noted.number() == number) {
      notedWasMet = true;
      if (!noted.hash().equals(line.hash())) {
        return "entry %d is another than the one that was noted".formatted(number);
      }
    }
    return null;
  }

  /** What is wrong first, as a sentence; empty where nothing is. Asked after the last entry. */
  public Optional<String> broken() {
    if (broken != null) {
      return Optional.of(broken);
    }
    Link begins = first;
    if (begins != null && !mayBePart && !isBeginning(begins) && !wasCut(begins)) {
      return Optional.of(
          "entries 1 to %d are missing, and no later entry says that their time was over"
              .formatted(begins.number() - 1));
    }
    if (noted != null && !notedWasMet && !isNotedBeforeTheFirst(begins)) {
      return Optional.of(
          "entry %d was noted and is missing: the log ends with %s"
              .formatted(noted.number(), last == null ? "nothing" : "entry " + last.number()));
    }
    return Optional.empty();
  }

  /** The file knows that more entries were appended than there are. */
  void endsTooSoon(long newest, long appended) {
    broken = "entries %d to %d are missing at the end".formatted(newest + 1, appended);
  }

  private boolean isBeginning(Link begins) {
    return begins.number() == 1 && AuditLine.BEGINNING.hash().equals(before);
  }

  private boolean wasCut(Link begins) {
    return cut != null && cut.number() == begins.number() - 1 && cut.hash().equals(before);
  }

  /** The entry before the first is known by its hash, as the first one names it. */
  private boolean isNotedBeforeTheFirst(@Nullable Link begins) {
    return begins != null
        && noted != null
        && noted.number() == begins.number() - 1
        && noted.hash().equals(before);
  }

  /** How many entries there are. */
  public long count() {
    return count;
  }

  /** The first entry; empty where there is none. */
  public Optional<Link> first() {
    return Optional.ofNullable(first);
  }

  /** The newest entry, to be noted elsewhere; empty where there is none. */
  public Optional<Link> head() {
    return Optional.ofNullable(last);
  }
}
