/** Tests of pre-emption points, in compiled blocks on real schedulers. */
package dev.weft.compiler.preempt;
