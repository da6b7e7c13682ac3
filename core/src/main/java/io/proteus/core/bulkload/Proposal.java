package io.proteus.core.bulkload;

/**
 * A setting that is proposed, and why.
 *
 * @param amount in bytes, percent or pieces, as the setting has it
 * @param reason a sentence without a full stop, in the words of the store whose rules ask for it
 * @param source the requirement that asks for it
 */
public record Proposal(LoadSetting setting, long amount, String reason, String source) {

  /** The amount with its unit. */
  public String shown() {
    return setting.shown(amount);
  }
}
