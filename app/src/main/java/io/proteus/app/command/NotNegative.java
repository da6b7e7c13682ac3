package io.proteus.app.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how many are shown: a whole number, 0 or more. */
final class NotNegative implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    try {
      int count = Integer.parseInt(text.strip());
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // refused as one that is too small
    }
    throw new TypeConversionException("want a whole number, 0 or more, got '%s'.".formatted(text));
  }
}
