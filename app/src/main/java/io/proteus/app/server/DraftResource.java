package io.proteus.app.server;

import io.javalin.http.Context;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.policy.PolicyDrafts;
import io.proteus.controller.policy.PolicyFolder;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The policies that Proteus proposes, and which count once an administrator accepts them. */
record DraftResource() implements Resource {
  /** A draft as its file has it; its first lines say why it is proposed. */
  record Draft(String name, String text) {}

  @Override
  public void into(Routes routes) {
    routes.look(
        "/policies/drafts",
        List.of("offset", "limit"),
        (session, query) ->
            Page.of(
                drafts(session).map(DraftResource::all).orElse(List.of()),
                query.offset(),
                query.limit(),
                draft -> draft));
    routes.order("/policies/drafts/{policy}/accept", Role.ADMINISTRATOR, DraftResource::accept);
    routes.order("/policies/drafts/{policy}/reject", Role.ADMINISTRATOR, DraftResource::reject);
  }

  private static List<Draft> all(PolicyDrafts drafts) {
    return drafts.texts().entrySet().stream().map(DraftResource::draft).toList();
  }

  private static Draft draft(Map.Entry<String, String> file) {
    return new Draft(file.getKey(), file.getValue());
  }

  /** Empty where nothing says where one's own policies are. */
  private static Optional<PolicyDrafts> drafts(ClusterSession session) {
    return session
        .configuration()
        .policies()
        .tuning()
        .map(PolicyFolder::selection)
        .flatMap(selection -> selection.directory())
        .map(PolicyDrafts::new);
  }

  /** Those of a cluster that this daemon leads, the named one among them. */
  private static PolicyDrafts with(String policy, ClusterSession session) throws NotPossible {
    session.requireLead();
    PolicyDrafts drafts =
        drafts(session)
            .orElseThrow(
                () ->
                    new NotPossible(
                        "drafts lie beside policies of your own, where policies.directory says; it"
                            + " is not given, or configuration.policy is not policies."));
    if (!drafts.texts().containsKey(policy)) {
      throw Problem.missing("draft", policy).refusal();
    }
    return drafts;
  }

  private static void accept(ClusterSession session, Context request)
      throws NotPossible, JournalException {
    OperatorRequest asked = OrderResource.because(request);
    String policy = request.pathParam("policy");
    PolicyDrafts drafts = with(policy, session);
    Instant now = session.noted("policies accept " + policy, asked);
    String type = session.configuration().engine().type();
    try {
      drafts.accept(policy, asked.signed("accepted", now), ShippedGuide.of(type).catalogue());
    } catch (InvalidConfiguration e) {
      throw new NotPossible(String.join(" ", e.problems()));
    } catch (InvalidValue e) {
      throw new NotPossible(String.valueOf(e.getMessage()));
    }
  }

  private static void reject(ClusterSession session, Context request)
      throws NotPossible, JournalException {
    OperatorRequest asked = OrderResource.because(request);
    String policy = request.pathParam("policy");
    PolicyDrafts drafts = with(policy, session);
    session.noted("policies reject " + policy, asked);
    try {
      drafts.reject(policy);
    } catch (InvalidValue e) {
      throw new NotPossible(String.valueOf(e.getMessage()));
    }
  }
}
