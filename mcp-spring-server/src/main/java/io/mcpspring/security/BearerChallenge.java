package io.mcpspring.security;

import io.mcpspring.http.Boundary;
import io.mcpspring.http.McpHttpRequest;
import io.mcpspring.server.OncePerMinute;
import io.mcpspring.server.Refusals;
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

    static BearerChallenge of(AuthenticationException failure, Boundary boundary, McpHttpRequest request) {
        logger.debug("Refused a request without a valid access token", failure);
        if (failure instanceof AuthenticationServiceException) {
            if (UNAVAILABLE.isFirst()) {
                logger.warn("Access tokens cannot be validated: "
                        + NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
            }
            return new BearerChallenge(HttpStatus.SERVICE_UNAVAILABLE, HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        if (failure instanceof OAuth2AuthenticationException refused
                && refused.getError() instanceof BearerTokenError error) {
            boundary.refusals()
                    .report(Refusals.Reason.TOKEN, null, request.remoteAddress(), "The access token is not valid");
            return new BearerChallenge(
                    error.getHttpStatus(),
                    HttpHeaders.WWW_AUTHENTICATE,
                    boundary.resource()
                            .challenge(request.location(), error.getErrorCode(), description(error.getErrorCode())));
        }
        return new BearerChallenge(
                HttpStatus.UNAUTHORIZED,
                HttpHeaders.WWW_AUTHENTICATE,
                boundary.resource().challenge(request.location(), null, null));
    }

    private static String description(String error) {
        return error.equals(BearerTokenErrorCodes.INVALID_TOKEN)
                ? "The access token is malformed, expired or not valid for this server"
                : "The request does not have exactly one access token";
    }
}
