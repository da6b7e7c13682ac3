package io.proteus.controller.settings;

/**
 * A record of settings and where in a file its keys stand.
 *
 * @param at the full key of the section; empty for the file itself
 * @param type the record
 */
public record DeclaredSection(String at, Class<?> type) {}
