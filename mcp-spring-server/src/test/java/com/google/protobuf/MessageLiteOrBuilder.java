package com.google.protobuf;

/** Stands for the interface of messages, which is not on the class path of these tests. */
public interface MessageLiteOrBuilder {}
