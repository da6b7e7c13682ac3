package io.proteus.app.notice;

import io.proteus.controller.configuration.NoticeKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something to tell.
 *
 * @param title in a few words
 * @param text in a sentence
 * @param plan that it is about; null where it is about none
 */
public record Notice(
    NoticeKind kind, String cluster, Instant at, String title, String text, @Nullable String plan) {
  Notice saying(String more) {
    return new Notice(kind, cluster, at, title, text + more, plan);
  }
}
