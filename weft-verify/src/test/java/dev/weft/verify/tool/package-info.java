/** Tools that several tests of this module need. */
package dev.weft.verify.tool;
