package io.proteus.core.step;

/**
 * A type of step as its own record declares it. {@link Steps} lists all types.
 *
 * @param name how journals and plan documents name it
 * @param record the class of its steps
 */
public record StepType(String name, Class<? extends Step> record) {}
