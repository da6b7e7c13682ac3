package io.proteus.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.LoggerFactory;

/** What libraries log: nothing, or with {@code --verbose} all of it to standard error. */
final class Logs {
  /** What libraries are told by a store is one line, and drives no terminal. */
  private static final String PLAIN_MESSAGE =
      "%replace(%msg){'[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]', ' '}";

  private Logs() {}

  static void verbose() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{24} - " + PLAIN_MESSAGE + "%n");
    encoder.start();
    ConsoleAppender<ILoggingEvent> standardError = new ConsoleAppender<>();
    standardError.setContext(context);
    standardError.setTarget("System.err");
    standardError.setEncoder(encoder);
    standardError.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(standardError);
  }
}
