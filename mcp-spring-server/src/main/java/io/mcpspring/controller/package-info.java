/** Controllers as tools: a call becomes a request that the application's own dispatcher handles. */
@NullMarked
package io.mcpspring.controller;

import org.jspecify.annotations.NullMarked;
