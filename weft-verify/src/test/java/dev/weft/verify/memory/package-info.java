/** What only a real memory shows: publication, fences, park and unpark. */
package dev.weft.verify.memory;
