package dev.weft.compiler.check;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import java.util.Set;

/**
 * An async block in the source.
 *
 * @param host binary name of the class whose method it is
 * @param name what messages call it: class, method and line
 * @param tree the lambda
 * @param unit the file it is in
 * @param firstLine first line of the lambda, from 1
 * @param lastLine last line of the lambda
 * @param suppressed warnings that a declaration around it doesn't want
 */
public record BlockSite(
    String host,
    String name,
    Tree tree,
    CompilationUnitTree unit,
    long firstLine,
    long lastLine,
    Set<Warning> suppressed) {}
