package io.mcpspring.security;

import io.mcpspring.method.BeanMethod;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.access.prepost.PreFilter;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.authorization.method.AuthorizationManagerAfterMethodInterceptor;
import org.springframework.security.authorization.method.AuthorizationManagerBeforeMethodInterceptor;
import org.springframework.security.authorization.method.PostFilterAuthorizationMethodInterceptor;
import org.springframework.security.authorization.method.PreFilterAuthorizationMethodInterceptor;
import org.springframework.security.core.annotation.SecurityAnnotationScanner;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;

/** The annotations of method security. Several of one constant replace each other. */
enum SecurityAnnotation {
    PRE_AUTHORIZE(AuthorizationManagerBeforeMethodInterceptor.preAuthorize(), List.of(PreAuthorize.class)),

    SECURED(AuthorizationManagerBeforeMethodInterceptor.secured(), List.of(Secured.class)),

    JSR250(
            AuthorizationManagerBeforeMethodInterceptor.jsr250(),
            List.of(RolesAllowed.class, DenyAll.class, PermitAll.class)),

    POST_AUTHORIZE(AuthorizationManagerAfterMethodInterceptor.postAuthorize(), List.of(PostAuthorize.class)),

    PRE_FILTER(new PreFilterAuthorizationMethodInterceptor(), List.of(PreFilter.class)),

    POST_FILTER(new PostFilterAuthorizationMethodInterceptor(), List.of(PostFilter.class));

    private final Pointcut pointcut;

    final List<Class<? extends Annotation>> types;

    /** @param advisor an advisor that enforces the annotations */
    SecurityAnnotation(AuthorizationAdvisor advisor, List<Class<? extends Annotation>> types) {
        this.pointcut = advisor.getPointcut();
        this.types = types;
    }

    /**
     * Returns what an advisor enforces; {@code null} for an advisor with a pointcut of the application. Spring Security
     * hides the types of its advisors.
     */
    static @Nullable SecurityAnnotation enforcedBy(AuthorizationAdvisor advisor) {
        return Arrays.stream(values())
                .filter(each -> each.pointcut.equals(advisor.getPointcut()))
                .findFirst()
                .orElse(null);
    }

    /** Returns the annotation that applies to a method, on itself or on its class; {@code null} if there is none. */
    @Nullable
    Annotation on(BeanMethod method) {
        // Only the scanner of a single type fills templates.
        SecurityAnnotationScanner<? extends Annotation> scanner = types.size() == 1
                ? SecurityAnnotationScanners.requireUnique(types.get(0))
                : SecurityAnnotationScanners.requireUnique(types);
        return scanner.scan(method.method(), method.beanClass());
    }

    /** Returns an annotation in short, such as {@code @Secured(ROLE_EDITOR)}. */
    static String describe(Annotation annotation) {
        Object value = AnnotationUtils.getValue(annotation);
        String text = value instanceof String[] names ? String.join(", ", names) : Objects.toString(value, "");
        return name(annotation.annotationType()) + (text.isEmpty() ? "" : "(" + text + ")");
    }

    static String name(Class<? extends Annotation> type) {
        return "@" + type.getSimpleName();
    }
}
