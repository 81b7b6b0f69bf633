/**
 * What random programs are written with: futures, things to write to, and a log of what happens.
 */
package dev.weft.verify.fuzz.kit;
