/** Legacy sessions: session ids that contain the session, and the state of sessions that are in use. */
@NullMarked
package io.mcpspring.session;

import org.jspecify.annotations.NullMarked;
