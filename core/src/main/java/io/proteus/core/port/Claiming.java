package io.proteus.core.port;

import java.util.Optional;

/** Grants one Proteus at a time the right to act on a cluster. */
public interface Claiming {
  /**
   * Claims the cluster for one Proteus.
   *
   * @param who shown to whoever comes second
   * @throws AlreadyClaimed when another Proteus holds it
   */
  Claim claim(String who) throws PortException;

  /**
   * Claims the cluster for a Proteus that may answer somewhere. An authority that keeps no address
   * keeps it as a part of who it is.
   *
   * @throws AlreadyClaimed when another Proteus holds it
   */
  default Claim claim(Claimant claimant) throws PortException {
    return claim(claimant.toString());
  }

  /** Who holds the claim now; empty when it is free. */
  Optional<Holder> holder() throws PortException;

  /** What is noted beside the claim; empty where nothing can be. */
  default Optional<ClaimNotes> notes() {
    return Optional.empty();
  }

  /**
   * Claims that another authority grants in place of this one. A store that goes on with orders in
   * the background has them ask the claim that was granted there, and keeps its notes there where
   * there can be any.
   *
   * @return empty where the store keeps the claim itself: whoever reaches the store looks for it
   *     there, so that a claim elsewhere would not keep them from acting
   */
  default Optional<Claiming> grantedBy(Claiming authority) {
    return Optional.empty();
  }
}
