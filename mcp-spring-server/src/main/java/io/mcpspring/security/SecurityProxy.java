package io.mcpspring.security;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.util.ClassUtils;

/** The proxy by which method security is applied to a bean. */
final class SecurityProxy {

    /** Part of the names of classes by which Spring extends a class, for instance one with {@code @Configuration}. */
    private static final String EXTENDED_BY_SPRING = "$$SpringCGLIB$$";

    private SecurityProxy() {}

    /** Whether calls of a method certainly reach the object of a bean without an advisor of method security. */
    static boolean isMissing(Object bean, Method method) {
        Object object = bean;
        while (object instanceof Advised proxy) {
            // Spring Security registers its advisors in a wrapper of another type, with the advice of the advisor.
            if (Arrays.stream(proxy.getAdvisors())
                    .anyMatch(advisor -> advisor.getAdvice() instanceof AuthorizationAdvisor)) {
                return false;
            }
            object = AopProxyUtils.getSingletonTarget(object);
        }
        return object != null && !isOtherProxy(object) && !isWoven(method.getDeclaringClass());
    }

    /** Whether it is unknown what happens to a call, because the proxy cannot be examined. */
    private static boolean isOtherProxy(Object object) {
        Class<?> type = object.getClass();
        return object instanceof SpringProxy
                || Proxy.isProxyClass(type)
                || ClassUtils.getUserClass(type) != type && !type.getName().contains(EXTENDED_BY_SPRING);
    }

    /** Whether AspectJ has woven advice into a class, which then needs no proxy. */
    private static boolean isWoven(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .anyMatch(field -> field.getName().startsWith("ajc$"));
    }
}
