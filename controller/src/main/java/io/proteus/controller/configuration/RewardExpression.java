package io.proteus.controller.configuration;

import com.ezylang.evalex.BaseException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.basic.AbsFunction;
import com.ezylang.evalex.functions.basic.IfFunction;
import com.ezylang.evalex.functions.basic.LogFunction;
import com.ezylang.evalex.functions.basic.MaxFunction;
import com.ezylang.evalex.functions.basic.MinFunction;
import com.ezylang.evalex.functions.basic.SqrtFunction;
import io.proteus.core.strategy.scaling.Expected;
import io.proteus.core.strategy.scaling.Reward;
import io.proteus.core.units.InvalidValue;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A user's own reward of a state (MDP-2): arithmetic over four variables. The expression is parsed,
 * never run as code, and has no access to time or chance, so it is pure.
 *
 * @param text as in {@code 0.5 * throughput - 100 * machines - MAX(0, latency - 20)}
 */
record RewardExpression(String text) implements Reward {
  private static final int LONGEST = 500;
  private static final String LATENCY = "latency";
  private static final Set<String> VARIABLES = Set.of("machines", "throughput", LATENCY, "load");
  private static final String ALLOWED =
      "numbers, + - * / ^ ( ), comparisons, ABS, IF, LOG, MAX, MIN, SQRT, and the variables"
          + " machines, throughput (op/s), latency (ms) and load (op/s)";

  /** A state in which every expression has to have a value. */
  private static final Expected EXAMPLE = new Expected(3, 1000, 900, 5.0, true);

  private static final ExpressionConfiguration CONFIGURATION =
      ExpressionConfiguration.builder()
          .functionDictionary(
              MapBasedFunctionDictionary.ofFunctions(
                  Map.entry("ABS", new AbsFunction()),
                  Map.entry("IF", new IfFunction()),
                  Map.entry("LOG", new LogFunction()),
                  Map.entry("MAX", new MaxFunction()),
                  Map.entry("MIN", new MinFunction()),
                  Map.entry("SQRT", new SqrtFunction())))
          .defaultConstants(Map.of())
          .arraysAllowed(false)
          .structuresAllowed(false)
          .binaryAllowed(false)
          .build();

  RewardExpression {
    if (text.length() > LONGEST) {
      throw unwanted(
          text.substring(0, 20) + "...", "it is longer than %d characters".formatted(LONGEST));
    }
    Set<String> unknown = new TreeSet<>(variables(text));
    unknown.removeAll(VARIABLES);
    if (!unknown.isEmpty()) {
      throw unwanted(text, "there is no %s".formatted(String.join(", ", unknown)));
    }
    try {
      if (!evaluate(text, EXAMPLE).isNumberValue()) {
        throw unwanted(text, "it is not a number");
      }
    } catch (BaseException e) {
      throw unwanted(text, said(e));
    } catch (ArithmeticException | NumberFormatException e) {
      throw unwanted(
          text,
          "it has no value with machines %d, throughput %.0f, latency %.0f and load %.0f (%s)"
              .formatted(
                  EXAMPLE.machines(),
                  EXAMPLE.throughput(),
                  EXAMPLE.latencyMs(),
                  EXAMPLE.load(),
                  e.getMessage()));
    }
  }

  private static Set<String> variables(String text) {
    try {
      Expression expression = new Expression(text, CONFIGURATION);
      expression.validate();
      Set<String> used = new TreeSet<>();
      expression.getUsedVariables().forEach(name -> used.add(name.toLowerCase(Locale.ROOT)));
      return used;
    } catch (BaseException e) {
      throw unwanted(text, said(e));
    }
  }

  private static String said(BaseException e) {
    return "at character %d: %s".formatted(e.getStartPosition(), e.getMessage());
  }

  private static InvalidValue unwanted(String text, String problem) {
    return new InvalidValue(
        "mdp.expression: want %s, got '%s': %s.".formatted(ALLOWED, text, problem));
  }

  private static EvaluationValue evaluate(String text, Expected state) throws BaseException {
    Expression expression =
        new Expression(text, CONFIGURATION)
            .with("machines", state.machines())
            .with("throughput", state.throughput())
            .with("load", state.load());
    Double latencyMs = state.latencyMs();
    return (latencyMs == null ? expression : expression.with(LATENCY, latencyMs)).evaluate();
  }

  /**
   * Not a number where the expression has no value: after a division by zero, the root of a
   * negative, or with an unknown latency.
   */
  @Override
  public double of(Expected state) {
    try {
      return evaluate(text, state).getNumberValue().doubleValue();
    } catch (BaseException | ArithmeticException | NumberFormatException e) {
      return Double.NaN;
    }
  }

  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean needsLatency() {
    return variables(text).contains(LATENCY);
  }
}
