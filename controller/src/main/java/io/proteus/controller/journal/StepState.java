package io.proteus.controller.journal;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How far a step of a plan has come. */
public enum StepState {
  /** is about to be asked for; written before it is */
  @JsonProperty("issued")
  ISSUED,
  /** has come to a stage on its way, such as files brought to a new machine */
  @JsonProperty("underway")
  UNDERWAY,
  /** the cluster shows it */
  @JsonProperty("done")
  DONE,
  /** waits for something else */
  @JsonProperty("blocked")
  BLOCKED,
  /** the store or cloud said no */
  @JsonProperty("refused")
  REFUSED,
  /** was not done in time */
  @JsonProperty("timed-out")
  TIMED_OUT,
  /** given up; the plan goes on without it */
  @JsonProperty("failed")
  FAILED,
  /** given up, and the plan with it */
  @JsonProperty("abandoned")
  ABANDONED
}
