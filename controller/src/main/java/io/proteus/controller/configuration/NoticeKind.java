package io.proteus.controller.configuration;

import io.proteus.core.setting.Word;
import java.util.Locale;

/** What operators can be told of where they are not looking. */
public enum NoticeKind implements Word {
  /** a plan waits for a person, or for a second one */
  APPROVAL_WANTED,
  /** a plan begins */
  ACTION_BEGUN,
  /** a plan has ended as it should, or was stopped */
  ACTION_ENDED,
  /** a plan was given up, or ended with steps that were not done */
  ACTION_FAILED,
  /** what a plan changed was put back */
  ACTION_UNDONE,
  /** the same guard has held for long */
  HELD_LONG,
  /** the cluster was not observed for long */
  DATA_STALE,
  /** this Proteus leads no more */
  CLAIM_LOST;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
