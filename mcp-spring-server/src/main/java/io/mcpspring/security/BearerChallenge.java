package io.mcpspring.security;

import io.mcpspring.http.EndpointProtection;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.McpHttpRequest;
import io.mcpspring.server.OncePerMinute;
import io.mcpspring.server.Refusals;
import io.mcpspring.validation.Quoted;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenError;
import org.springframework.security.oauth2.server.resource.BearerTokenErrorCodes;

/**
 * The response to a request without a valid access token (RFC 6750). The reason is logged and not sent, because it may
 * contain claims of the token.
 */
record BearerChallenge(HttpStatus status, String header, String value) {

    private static final Log logger = LogFactory.getLog(BearerChallenge.class);

    private static final OncePerMinute UNAVAILABLE = new OncePerMinute();

    private static final String RETRY_AFTER_SECONDS = "5";

    private static final int SHOWN = 256;

    /** Returns what a failure to validate a token is for Spring Security: all but a refusal is an outage. */
    static AuthenticationException failure(RuntimeException failure) {
        return failure instanceof AuthenticationException refusal
                ? refusal
                : new AuthenticationServiceException("The token could not be validated", failure);
    }

    static BearerChallenge of(AuthenticationException failure, McpHttpHandler handler, McpHttpRequest request) {
        EndpointProtection protection = handler.settings().protection();
        logger.debug("Refused a request without a valid access token", failure);
        if (failure instanceof AuthenticationServiceException) {
            if (UNAVAILABLE.isFirst()) {
                Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
                logger.warn("Access tokens cannot be validated: " + Quoted.of(cause.toString(), SHOWN));
            }
            return new BearerChallenge(HttpStatus.SERVICE_UNAVAILABLE, HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        if (failure instanceof OAuth2AuthenticationException refused
                && refused.getError() instanceof BearerTokenError error) {
            protection
                    .refusals()
                    .report(Refusals.Reason.TOKEN, null, request.remoteAddress(), "The access token is not valid");
            String code = error.getErrorCode();
            String challenge = protection.resource().challenge(request.location(), code, description(code));
            return new BearerChallenge(error.getHttpStatus(), HttpHeaders.WWW_AUTHENTICATE, challenge);
        }
        String challenge = protection.resource().challenge(request.location(), null, null);
        return new BearerChallenge(HttpStatus.UNAUTHORIZED, HttpHeaders.WWW_AUTHENTICATE, challenge);
    }

    private static String description(String error) {
        return error.equals(BearerTokenErrorCodes.INVALID_TOKEN)
                ? "The access token is malformed, expired or not valid for this server"
                : "The request does not have exactly one access token";
    }
}
