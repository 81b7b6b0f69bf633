package dev.weft.verify.architecture.planted.internal;

/** For nobody's eyes. */
public interface Hidden {}
