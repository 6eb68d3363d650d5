package io.mcpspring.controller;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * Where requests arrive at a servlet.
 *
 * @param name the name of the servlet
 * @param prefix the path of the servlet within the context; empty if it gets all requests
 */
record ServletLocation(ServletContext context, String name, String prefix) {

    static ServletLocation of(ServletContext context, String name) {
        ServletRegistration registration = context.getServletRegistration(name);
        String prefix = registration == null
                ? ""
                : registration.getMappings().stream()
                        .filter(mapping -> mapping.endsWith("/*") || mapping.equals("/"))
                        .map(mapping -> mapping.replaceFirst("/\\*?$", ""))
                        .findFirst()
                        .orElse("");
        return new ServletLocation(context, name, prefix);
    }

    ServletConfig config() {
        return new ServletConfig() {

            @Override
            public String getServletName() {
                return name;
            }

            @Override
            public ServletContext getServletContext() {
                return context;
            }

            @Override
            public @Nullable String getInitParameter(String parameter) {
                return null;
            }

            @Override
            public Enumeration<String> getInitParameterNames() {
                return Collections.emptyEnumeration();
            }
        };
    }

    HttpServletMapping mapping() {
        return new HttpServletMapping() {

            @Override
            public String getMatchValue() {
                return "";
            }

            @Override
            public String getPattern() {
                return prefix.isEmpty() ? "/" : prefix + "/*";
            }

            @Override
            public String getServletName() {
                return name;
            }

            @Override
            public MappingMatch getMappingMatch() {
                return prefix.isEmpty() ? MappingMatch.DEFAULT : MappingMatch.PATH;
            }
        };
    }
}
