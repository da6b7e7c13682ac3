package io.proteus.controller.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests the word that a mistyped one stands for. */
public final class NearestWord {
  private NearestWord() {}

  /** The known word with the fewest edits; empty when even that one is too far off to be meant. */
  public static Optional<String> to(String word, Collection<String> known) {
    return known.stream()
        .min(Comparator.<String>comparingInt(k -> edits(word, k)).thenComparing(k -> k))
        .filter(nearest -> edits(word, nearest) <= Math.max(2, nearest.length() / 3));
  }

  /** Levenshtein's distance, upper and lower case being the same. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same =
            Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
        int replaced = diagonal + (same ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
