package org.hibernate.proxy;

/** Stands in for a class of Hibernate, which Jackson does not take for data. */
public class Interceptor implements LazyInitializer {

    private final long session = System.nanoTime();

    long session() {
        return session;
    }
}
