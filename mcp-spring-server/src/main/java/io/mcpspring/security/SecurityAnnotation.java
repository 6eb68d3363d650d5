package io.mcpspring.security;

import io.mcpspring.method.BeanMethod;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.core.annotation.AnnotatedElementUtils;
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
import org.springframework.security.core.annotation.SecurityAnnotationScanners;

/** The annotations of method security. Several of one constant replace each other. */
enum SecurityAnnotation {
    PRE_AUTHORIZE(AuthorizationManagerBeforeMethodInterceptor.preAuthorize(), List.of(PreAuthorize.class)),

    POST_AUTHORIZE(AuthorizationManagerAfterMethodInterceptor.postAuthorize(), List.of(PostAuthorize.class)),

    PRE_FILTER(new PreFilterAuthorizationMethodInterceptor(), List.of(PreFilter.class)),

    POST_FILTER(new PostFilterAuthorizationMethodInterceptor(), List.of(PostFilter.class)),

    SECURED(AuthorizationManagerBeforeMethodInterceptor.secured(), List.of(Secured.class)),

    JSR250(
            AuthorizationManagerBeforeMethodInterceptor.jsr250(),
            List.of(RolesAllowed.class, DenyAll.class, PermitAll.class));

    private final Pointcut pointcut;

    private final List<Class<? extends Annotation>> types;

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

    /** Whether an advisor decides about calls, and does not only filter collections. */
    static boolean decides(AuthorizationAdvisor advisor) {
        SecurityAnnotation annotation = enforcedBy(advisor);
        return annotation != PRE_FILTER && annotation != POST_FILTER;
    }

    /** Whether an advisor decides before the method is called, and by its annotation. */
    static boolean decidesBefore(AuthorizationAdvisor advisor) {
        SecurityAnnotation annotation = enforcedBy(advisor);
        return annotation == PRE_AUTHORIZE || annotation == SECURED || annotation == JSR250;
    }

    /** Returns the annotation that applies to a method, on itself or on its class; {@code null} if there is none. */
    @Nullable
    Annotation on(BeanMethod method) {
        return SecurityAnnotationScanners.requireUnique(types).scan(method.method(), method.beanClass());
    }

    /** Returns the name of an annotation that the class of a method has; {@code null} if it restricts nothing. */
    @Nullable
    String nameOnClassOf(BeanMethod method) {
        return types.stream()
                .filter(type ->
                        type != PermitAll.class && AnnotatedElementUtils.hasAnnotation(method.beanClass(), type))
                .findFirst()
                .map(SecurityAnnotation::name)
                .orElse(null);
    }

    /** Returns the annotation of a method in short, such as {@code @Secured(ROLE_EDITOR)}. */
    String textOn(BeanMethod method) {
        Annotation annotation = on(method);
        if (annotation == null) {
            return name(types.get(0));
        }
        String name = name(annotation.annotationType());
        Object value = AnnotationUtils.getValue(annotation);
        if (value instanceof String[] names) {
            return name + "(" + String.join(", ", names) + ")";
        }
        return value == null ? name : name + "(" + value + ")";
    }

    static String name(Class<? extends Annotation> type) {
        return "@" + type.getSimpleName();
    }
}
