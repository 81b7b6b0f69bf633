/** The compiler plugin in one javac with the tools that people use beside it. */
package dev.weft.verify.plugin;
