package io.mcpspring.method;

import io.mcpspring.Internal;

/** An interceptor of the library, whose place does not depend on the order of beans. */
@Internal
public interface BuiltInInterceptor extends McpInterceptor {

    InterceptorStage stage();
}
