package org.springframework.data.domain;

/** Stands for the type of Spring Data, which is not on the class path. */
public interface Pageable {}
