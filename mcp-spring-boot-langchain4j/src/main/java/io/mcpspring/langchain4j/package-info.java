/** Serves objects whose methods are tools of LangChain4j. */
@NullMarked
package io.mcpspring.langchain4j;

import org.jspecify.annotations.NullMarked;
