package io.proteus.controller.configuration;

import io.proteus.core.setting.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who decides whether a plan is carried out. */
public enum ApprovalMode implements Word {
  /** nobody: Proteus decides beside the cluster, which it does not claim and cannot change */
  SHADOW,
  /** nobody: plans are decided and never carried out */
  OBSERVE,
  /** a person, plan by plan */
  RECOMMEND,
  /** Proteus itself, within its guards */
  AUTOMATIC;

  /** As it is written in files and requests. */
  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether no plan is begun in it. */
  public boolean isIdle() {
    return this == SHADOW || this == OBSERVE;
  }

  public static Optional<ApprovalMode> of(String word) {
    return Arrays.stream(values()).filter(mode -> mode.word().equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(ApprovalMode::word).toList();
  }
}
