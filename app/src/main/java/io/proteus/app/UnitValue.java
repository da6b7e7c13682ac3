package io.proteus.app;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Durations;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times, sizes, shares and rates of options, written as in every file. */
public final class UnitValue {
  private UnitValue() {}

  /** A time over zero. */
  public static final class Time implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      Duration time = read(Durations::parse, text);
      if (time.isZero()) {
        throw new TypeConversionException("want a time over 0, got '%s'.".formatted(text));
      }
      return time;
    }
  }

  /** A time, which may be none at all: {@code 0s}. */
  public static final class TimeOrNone implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return read(Durations::parse, text);
    }
  }

  /** A size. */
  public static final class Size implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String text) {
      return read(ByteSize::parse, text);
    }
  }

  /** A share, 0 to 1. */
  public static final class Share implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      return read(Ratio::parse, text).value();
    }
  }

  /** A rate, operations per second. */
  public static final class Rate implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      return read(OperationsPerSecond::parse, text).value();
    }
  }

  private static <T> T read(Function<String, T> parser, String text) {
    try {
      return parser.apply(text);
    } catch (InvalidValue e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
