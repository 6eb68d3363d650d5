package io.mcpspring.security;

import java.util.regex.Pattern;

/**
 * What an expression of {@code @PreAuthorize} needs for its evaluation.
 *
 * @param code the expression without its literals
 */
record AuthorizationExpression(String code) {

    private static final Pattern LITERALS = Pattern.compile("'[^']*'|\"[^\"]*\"");

    private static final Pattern ARGUMENTS = Pattern.compile("#|\\bthis\\b");

    /** A bean, and a call that is not one of the functions of Spring Security that only look at the authentication. */
    private static final Pattern BLOCKING = Pattern.compile("@|\\b(?!(has(Any|All)?(Roles?|Authority|Authorities)"
            + "|is(Anonymous|Authenticated|FullyAuthenticated|RememberMe)|permitAll|denyAll|and|or|not)\\b)"
            + "\\w+\\s*\\(");

    static AuthorizationExpression of(String expression) {
        return new AuthorizationExpression(LITERALS.matcher(expression).replaceAll("''"));
    }

    /** Whether it mentions an argument of the call, or the bean. */
    boolean needsCall() {
        return ARGUMENTS.matcher(code).find();
    }

    boolean mayBlock() {
        return BLOCKING.matcher(code).find();
    }
}
