package io.proteus.controller.json;

import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sentences that do not carry their terms as arguments: those of journals and observations from
 * before, and the ends of plans and steps, which are still finished texts. The terms are found in
 * the text.
 */
public final class OldSentence {
  /** A name that merely contains a word, as rs-node:16020 or the table my.nodes, is no term. */
  private static final Pattern TERM =
      Pattern.compile(
          "(?<![\\w.:,-])(?:(?<count>[\\d.,]+) )?"
              + "(?<term>nodes|node|partitions|partition|write buffer|cache)(?![\\w-]|[.:,]\\w)");

  private OldSentence() {}

  /** The sentence that a text was made from, as far as its words tell. */
  public static Sentence of(String text) {
    StringBuilder template = new StringBuilder();
    List<String> pieces = new ArrayList<>();
    Matcher found = TERM.matcher(text);
    int end = 0;
    while (found.find()) {
      template.append("%s{").append(term(found)).append('}');
      pieces.add(text.substring(end, found.start("term")));
      end = found.end();
    }
    pieces.add(text.substring(end));
    return Sentence.of(template.append("%s").toString(), pieces.toArray());
  }

  /** Old texts say {@code 1 nodes}. */
  private static String term(Matcher found) {
    String term = found.group("term");
    return "1".equals(found.group("count")) && term.endsWith("s")
        ? term.substring(0, term.length() - 1)
        : term;
  }
}
