package io.proteus.controller.parameter;

import com.ezylang.evalex.BaseException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.basic.AbsFunction;
import com.ezylang.evalex.functions.basic.CeilingFunction;
import com.ezylang.evalex.functions.basic.FloorFunction;
import com.ezylang.evalex.functions.basic.IfFunction;
import com.ezylang.evalex.functions.basic.MaxFunction;
import com.ezylang.evalex.functions.basic.MinFunction;
import com.ezylang.evalex.functions.basic.RoundFunction;
import io.proteus.core.units.InvalidValue;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic and conditions over named values. It is parsed, never run as code. Numbers and their
 * results are exact decimals; sizes are in bytes, and KB, MB and GB stand for 1,024 bytes and so
 * on. What a value that is not known is needed for is not known either.
 *
 * @param text as in {@code min(heap / 8, 1 * GB)}
 */
public record Formula(String text) {
  private static final int LONGEST = 500;
  private static final Map<String, EvaluationValue> CONSTANTS = constants();
  private static final ExpressionConfiguration CONFIGURATION =
      ExpressionConfiguration.builder()
          .functionDictionary(
              MapBasedFunctionDictionary.ofFunctions(
                  Map.entry("ABS", new AbsFunction()),
                  Map.entry("CEILING", new CeilingFunction()),
                  Map.entry("FLOOR", new FloorFunction()),
                  Map.entry("IF", new IfFunction()),
                  Map.entry("MAX", new MaxFunction()),
                  Map.entry("MIN", new MinFunction()),
                  Map.entry("ROUND", new RoundFunction())))
          .defaultConstants(CONSTANTS)
          .arraysAllowed(false)
          .structuresAllowed(false)
          .binaryAllowed(false)
          .build();

  /**
   * @throws InvalidValue if it is not a formula; the message says what is wrong, without its place
   */
  public Formula {
    if (text.length() > LONGEST) {
      throw new InvalidValue("it is longer than %d characters".formatted(LONGEST));
    }
    try {
      new Expression(text, CONFIGURATION).validate();
    } catch (BaseException e) {
      throw new InvalidValue(said(e));
    }
  }

  private static Map<String, EvaluationValue> constants() {
    Map<String, EvaluationValue> constants = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    constants.put("TRUE", EvaluationValue.TRUE);
    constants.put("FALSE", EvaluationValue.FALSE);
    constants.put("KB", EvaluationValue.numberValue(BigDecimal.valueOf(1L << 10)));
    constants.put("MB", EvaluationValue.numberValue(BigDecimal.valueOf(1L << 20)));
    constants.put("GB", EvaluationValue.numberValue(BigDecimal.valueOf(1L << 30)));
    return constants;
  }

  private static String said(BaseException e) {
    return "at character %d: %s".formatted(e.getStartPosition(), e.getMessage());
  }

  /** The names that it uses and that are not among these, ignoring case. */
  public Set<String> unknown(Set<String> names) {
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(names);
    Set<String> unknown = new TreeSet<>(variables());
    unknown.removeIf(known::contains);
    return unknown;
  }

  /** The names that it needs, in lower case. */
  public Set<String> variables() {
    try {
      Set<String> variables = new TreeSet<>();
      for (String name : new Expression(text, CONFIGURATION).getUsedVariables()) {
        if (!CONSTANTS.containsKey(name)) {
          variables.add(name.toLowerCase(Locale.ROOT));
        }
      }
      return variables;
    } catch (BaseException e) {
      throw new InvalidValue(said(e));
    }
  }

  /**
   * Its number; empty if a name has no value or the formula has none, as after a division by zero.
   */
  public Optional<BigDecimal> number(Map<String, ?> values) {
    return evaluate(values)
        .filter(EvaluationValue::isNumberValue)
        .map(EvaluationValue::getNumberValue);
  }

  /** Whether it holds; empty if a name has no value. */
  public Optional<Boolean> holds(Map<String, ?> values) {
    return evaluate(values)
        .filter(EvaluationValue::isBooleanValue)
        .map(EvaluationValue::getBooleanValue);
  }

  /** Its value as text, of any type; empty if a name has no value. */
  public Optional<String> value(Map<String, ?> values) {
    return evaluate(values)
        .map(
            value ->
                value.isNumberValue()
                    ? value.getNumberValue().stripTrailingZeros().toPlainString()
                    : value.isBooleanValue()
                        ? value.getBooleanValue().toString()
                        : value.getStringValue());
  }

  private Optional<EvaluationValue> evaluate(Map<String, ?> values) {
    try {
      Expression expression = new Expression(text, CONFIGURATION);
      for (String name : expression.getUsedVariables()) {
        if (!CONSTANTS.containsKey(name)) {
          Object value = known(name, values);
          if (value == null) {
            return Optional.empty();
          }
          expression.with(name, value);
        }
      }
      return Optional.of(expression.evaluate());
    } catch (BaseException | ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A formula has a few names, and there may be hundreds of values: they are not put in order. */
  private static @Nullable Object known(String name, Map<String, ?> values) {
    Object known = null;
    for (Map.Entry<String, ?> value : values.entrySet()) {
      known = name.equalsIgnoreCase(value.getKey()) ? value.getValue() : known;
    }
    return known;
  }
}
