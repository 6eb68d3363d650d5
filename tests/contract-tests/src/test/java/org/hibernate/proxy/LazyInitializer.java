package org.hibernate.proxy;

/** Stands in for the interface of this name, which is not on the test class path. */
public interface LazyInitializer {}
