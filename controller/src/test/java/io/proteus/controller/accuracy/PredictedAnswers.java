package io.proteus.controller.accuracy;

import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.core.plan.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is left to compare with its prediction, to be compared with an earlier reader. */
public final class PredictedAnswers {
  private PredictedAnswers() {}

  public static List<Object> of(Actions actions) {
    List<Object> answers = new ArrayList<>();
    for (PredictedAction action : PredictedAction.notJudged(actions)) {
      Optional<Prediction> predicted = action.predicted();
      answers.add(
          List.of(
              action.plans().stream().map(ActionPlan::id).toList(),
              action.ended(),
              action.outcome(),
              action.isOver(),
              action.isComplete(),
              String.valueOf(predicted),
              String.valueOf(predicted.map(whole -> action.took())),
              String.valueOf(predicted.flatMap(whole -> action.ofAnotherLoad()))));
    }
    return answers;
  }
}
