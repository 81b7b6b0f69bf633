/** The adapters to {@link java.util.concurrent.Flow} against the rules of Reactive Streams. */
package dev.weft.verify.tck;
