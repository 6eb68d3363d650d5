package io.mcpspring.connection;

import io.mcpspring.Internal;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Field;
import org.apache.catalina.connector.Response;
import org.apache.catalina.connector.ResponseFacade;
import org.apache.coyote.ActionCode;
import org.apache.coyote.CloseNowException;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.util.WebUtils;

/**
 * The connections of Tomcat, which would wait for a client that does not read, then end the incomplete response as if
 * it were complete, and keep the connection open.
 */
@Internal
public final class TomcatConnections extends ServletConnections {

    // Spring's TomcatHttpHandlerAdapter reads the same field. There is no other way from a servlet to Tomcat's own
    // response.
    private static final Field RESPONSE = field();

    private static Field field() {
        Field field = ReflectionUtils.findField(ResponseFacade.class, "response", Response.class);
        Assert.state(field != null, "This version of Tomcat is not supported");
        ReflectionUtils.makeAccessible(field);
        return field;
    }

    @Override
    boolean close(HttpServletResponse response) {
        ResponseFacade facade = WebUtils.getNativeResponse(response, ResponseFacade.class);
        if (facade == null) {
            // The application runs in another container.
            return false;
        }
        Response tomcat = (Response) ReflectionUtils.getField(RESPONSE, facade);
        Assert.state(tomcat != null, "The response has been recycled");
        tomcat.getCoyoteResponse()
                .action(ActionCode.CLOSE_NOW, new CloseNowException("The client does not read its response"));
        // On other threads, Tomcat fires an error event, by which the request is completed.
        if (tomcat.getRequest().getCoyoteRequest().isRequestThread()) {
            tomcat.getCoyoteResponse().action(ActionCode.ASYNC_COMPLETE, null);
        }
        return true;
    }

    /** Lets native images read the field. */
    public static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.reflection().registerField(RESPONSE);
        }
    }
}
