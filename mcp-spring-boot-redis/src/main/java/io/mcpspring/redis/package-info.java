/** Shares the state of a server between its instances, in Redis. */
@NullMarked
package io.mcpspring.redis;

import org.jspecify.annotations.NullMarked;
