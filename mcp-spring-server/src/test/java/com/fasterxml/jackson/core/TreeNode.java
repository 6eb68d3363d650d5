package com.fasterxml.jackson.core;

/** Stands for the interface of the trees of Jackson 2, which is not on the class path of these tests. */
public interface TreeNode {}
