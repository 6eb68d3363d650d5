/**
 * What happens to a message: the dispatcher, the request handlers and the exchange.
 */
@NullMarked
package io.mcpspring.server;

import org.jspecify.annotations.NullMarked;
