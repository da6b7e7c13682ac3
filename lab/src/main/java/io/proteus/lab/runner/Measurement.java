package io.proteus.lab.runner;

/**
 * Something measured once.
 *
 * @param of what was measured
 * @param repeat from 1; the same repeat of two things was measured close together
 */
public record Measurement<C, M>(C of, int repeat, M found) {}
