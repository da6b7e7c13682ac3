package io.proteus.controller.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.JournalEvent.BalancerTaken;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However large entries are, and however many are asked for, a page has a bound. */
class JournalPageTest {
  private static final int HUGE = JournalPage.MOST_BYTES + 1;

  private final SqliteJournal journal = SqliteJournal.inMemory();

  @AfterEach
  void close() {
    journal.close();
  }

  private void append(int count, int size) throws JournalException {
    for (int i = 0; i < count; i++) {
      journal.append(Instant.EPOCH, new OperatorAsked("anna", "pause", "x".repeat(size)));
    }
  }

  private static List<Long> numbers(JournalPage page) {
    return page.entries().stream().map(JournalEntry::number).toList();
  }

  @Test
  void ofLargeEntriesAPageHasFewerAndSaysThatThereAreMore() throws Exception {
    append(10, JournalPage.MOST_BYTES / 4);

    JournalPage first = journal.page(Long.MAX_VALUE, 1_000, List.of());

    assertThat(numbers(first)).containsExactly(10L, 9L, 8L);
    assertThat(first.hasMore()).isTrue();
  }

  @Test
  void onePageAfterTheOtherTellsAllEntriesOnce() throws Exception {
    append(4, JournalPage.MOST_BYTES / 3);
    append(1, HUGE);
    append(3, 1);

    List<Long> all = new ArrayList<>();
    JournalPage page = journal.page(Long.MAX_VALUE, 2, List.of("operator-asked"));
    all.addAll(numbers(page));
    while (page.hasMore()) {
      page = journal.page(all.get(all.size() - 1), 2, List.of("operator-asked"));
      assertThat(page.entries()).isNotEmpty();
      all.addAll(numbers(page));
    }

    assertThat(all).containsExactly(8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
  }

  @Test
  void anEntryThatIsLargerThanAPageIsOneByItself() throws Exception {
    append(2, HUGE);

    JournalPage page = journal.page(Long.MAX_VALUE, 1_000, List.of());

    assertThat(numbers(page)).containsExactly(2L);
    assertThat(page.hasMore()).isTrue();
  }

  @Test
  void aFullPageWithNothingOlderIsTheLast() throws Exception {
    append(3, 1);
    journal.append(Instant.EPOCH, new BalancerTaken());

    JournalPage page = journal.page(Long.MAX_VALUE, 3, List.of("operator-asked"));

    assertThat(numbers(page)).containsExactly(3L, 2L, 1L);
    assertThat(page.hasMore()).isFalse();
  }
}
