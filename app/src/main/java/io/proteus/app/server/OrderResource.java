package io.proteus.app.server;

import io.javalin.http.Context;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.UnreadableJson;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.PlanEdit;
import io.proteus.core.units.OneLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operators can ask for. */
record OrderResource() implements Resource {
  /** As many as the command line takes. */
  private static final int MOST_AT_ONCE = 999_999;

  @Override
  public void into(Routes routes) {
    ofAPlan(routes, "approve", Approvals::approve);
    ofAPlan(routes, "reject", Approvals::reject);
    ofAPlan(routes, "stop", Approvals::stop);
    routes.order("/plans/{plan}/put-back", Role.OPERATOR, OrderResource::putBack);
    routes.order(
        "/pause", Role.OPERATOR, (session, request) -> asked(session, request, Approvals::pause));
    routes.order(
        "/resume", Role.OPERATOR, (session, request) -> asked(session, request, Approvals::resume));
    routes.order(
        "/go-on", Role.OPERATOR, (session, request) -> asked(session, request, Approvals::goOn));
    routes.order("/plans/{plan}/edit", Role.OPERATOR, OrderResource::edit);
    routes.order("/nodes/add", Role.OPERATOR, OrderResource::grow);
    routes.order("/nodes/remove", Role.OPERATOR, OrderResource::shrink);
    ofANode(routes, "drain", ClusterSession::drain);
    ofANode(routes, "undrain", ClusterSession::undrain);
    routes.order("/mode", Role.ADMINISTRATOR, OrderResource::mode);
  }

  /** What an operator wants of a plan. */
  private interface WishForAPlan {
    void of(Approvals approvals, String plan, OperatorRequest asked)
        throws NotPossible, JournalException;
  }

  /** What an operator wants of a node. */
  private interface WishForANode {
    void of(ClusterSession session, NodeId node, OperatorRequest asked)
        throws NotPossible, JournalException;
  }

  /** What an operator wants of Proteus. */
  private interface Wish {
    void of(Approvals approvals, OperatorRequest asked) throws NotPossible, JournalException;
  }

  /** The body of a wish. */
  record Because(@Nullable String reason) {}

  private static void ofAPlan(Routes routes, String word, WishForAPlan wish) {
    routes.order(
        "/plans/{plan}/" + word,
        Role.OPERATOR,
        (session, request) ->
            asked(
                session,
                request,
                (approvals, asked) -> wish.of(approvals, request.pathParam("plan"), asked)));
  }

  private static void ofANode(Routes routes, String word, WishForANode wish) {
    routes.order(
        "/nodes/{node}/" + word,
        Role.OPERATOR,
        (session, request) ->
            asked(
                session,
                request,
                (approvals, asked) ->
                    wish.of(session, new NodeId(request.pathParam("node")), asked)));
  }

  /** The body of an edit. */
  record PartsLeftOut(
      @Nullable List<String> steps,
      @Nullable List<String> tables,
      @Nullable List<String> nodes,
      @Nullable List<String> kinds,
      @Nullable Boolean online,
      @Nullable String reason) {}

  private static void edit(ClusterSession session, Context request)
      throws NotPossible, JournalException {
    PartsLeftOut parts = body(request, PartsLeftOut.class);
    PlanEdit edit =
        PlanResource.edit(
            orNone(parts.steps()),
            orNone(parts.tables()),
            orNone(parts.nodes()),
            orNone(parts.kinds()),
            Boolean.TRUE.equals(parts.online()));
    OperatorRequest asked = asked(request, parts.reason());
    session.requireLead();
    String plan = request.pathParam("plan");
    session.approvals().edit(plan, session.edited(plan, edit).decision(), asked);
  }

  /** The body of an order of more nodes. */
  record MoreNodes(@Nullable Integer count, @Nullable String reason) {}

  private static void grow(ClusterSession session, Context request)
      throws NotPossible, JournalException {
    MoreNodes wanted = body(request, MoreNodes.class);
    int more = count(wanted.count());
    OperatorRequest asked = asked(request, wanted.reason());
    session.requireLead();
    session.grow(more, asked);
  }

  /** The body of an order of fewer nodes: so many, or these. */
  record FewerNodes(
      @Nullable Integer count, @Nullable List<String> nodes, @Nullable String reason) {}

  private static void shrink(ClusterSession session, Context request)
      throws NotPossible, JournalException {
    FewerNodes wanted = body(request, FewerNodes.class);
    List<NodeId> named = orNone(wanted.nodes()).stream().distinct().map(NodeId::new).toList();
    if (!named.isEmpty() && wanted.count() != null) {
      throw Problem.unwanted(
              "count", wanted.count().toString(), "either a count or the names of nodes")
          .refusal();
    }
    int fewer = named.isEmpty() ? count(wanted.count()) : named.size();
    OperatorRequest asked = asked(request, wanted.reason());
    session.requireLead();
    if (named.isEmpty()) {
      session.shrink(fewer, asked);
    } else {
      session.shrink(named, asked);
    }
  }

  private static int count(@Nullable Integer count) {
    if (count == null || count < 1 || count > MOST_AT_ONCE) {
      throw Problem.unwanted(
              "count",
              count == null ? null : count.toString(),
              "how many nodes, 1 to %d".formatted(MOST_AT_ONCE))
          .refusal();
    }
    return count;
  }

  private static List<String> orNone(@Nullable List<String> words) {
    return words == null ? List.of() : words;
  }

  private static void putBack(ClusterSession session, Context request)
      throws NotPossible, JournalException {
    String plan = request.pathParam("plan");
    asked(
        session,
        request,
        (approvals, asked) -> {
          PlanResource.whole(session, plan, 0, 1);
          approvals.putBack(plan, asked);
        });
  }

  private static void asked(ClusterSession session, Context request, Wish wish)
      throws NotPossible, JournalException {
    OperatorRequest asked = because(request);
    session.requireLead();
    wish.of(session.approvals(), asked);
  }

  /** Who asks, and why, where the body says nothing else. */
  static OperatorRequest because(Context request) {
    return asked(request, body(request, Because.class).reason());
  }

  /** The body of a change of mode. */
  record ModeWanted(@Nullable String mode, @Nullable String reason) {}

  private static void mode(ClusterSession session, Context request)
      throws NotPossible, JournalException {
    ModeWanted wanted = body(request, ModeWanted.class);
    String word = wanted.mode();
    ApprovalMode mode =
        ApprovalMode.of(word == null ? "" : word)
            .orElseThrow(
                () ->
                    Problem.unwanted(
                            "mode", word, "one of " + String.join(", ", ApprovalMode.words()))
                        .refusal());
    OperatorRequest asked = asked(request, wanted.reason());
    session.requireLead();
    session.approvals().mode(mode, asked);
  }

  private static OperatorRequest asked(Context request, @Nullable String reason) {
    String why = reason == null ? "" : OneLine.of(reason).strip();
    if (why.isEmpty() || why.length() > OperatorRequest.LONGEST_REASON) {
      throw Problem.unwanted(
              "reason",
              reason,
              "1 to %d characters that say why".formatted(OperatorRequest.LONGEST_REASON))
          .refusal();
    }
    return new OperatorRequest(Gate.callerOf(request).name(), why);
  }

  private static <T> T body(Context request, Class<T> type) {
    try {
      return CoreJson.read(request.body(), type);
    } catch (UnreadableJson e) {
      throw Problem.body(String.valueOf(e.getMessage())).refusal();
    }
  }
}
