package io.proteus.core.bulkload;

import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a load is to be made.
 *
 * @param rules the rule book's name
 * @param distribution how the splits were found
 * @param proposals what is set, and why; none for the nodes and clients when files are loaded
 * @param remarks what else there is to know, a sentence each
 */
public record LoadPlan(
    LoadRequest request,
    LoadTarget target,
    LoadRoute route,
    String rules,
    String distribution,
    Splits splits,
    List<Proposal> proposals,
    List<Sentence> remarks) {
  public LoadPlan {
    proposals = List.copyOf(proposals);
    remarks = List.copyOf(remarks);
  }

  /** The proposals for one scope. */
  public List<Proposal> proposals(LoadSetting.Scope scope) {
    return proposals.stream().filter(p -> p.setting().scope() == scope).toList();
  }

  /** The proposal for a setting; empty when the setting is left alone. */
  public Optional<Proposal> proposal(LoadSetting setting) {
    return proposals.stream().filter(p -> p.setting() == setting).findFirst();
  }

  /** The attributes that the table is given, in the store's own keys. */
  public Map<String, String> attributes() {
    Map<String, String> attributes = new TreeMap<>();
    for (Proposal proposal : proposals) {
      proposal
          .setting()
          .attribute(proposal.amount())
          .ifPresent(one -> attributes.put(one.getKey(), one.getValue()));
    }
    return attributes;
  }
}
