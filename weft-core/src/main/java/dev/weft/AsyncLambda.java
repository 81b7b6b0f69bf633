package dev.weft;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a functional interface whose lambdas are async blocks wherever they are passed or stored.
 *
 * <p>The Weft compiler plugin turns such a lambda into a state machine; each start of it has its
 * own state. A method reference in its place runs stackful.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface AsyncLambda {}
