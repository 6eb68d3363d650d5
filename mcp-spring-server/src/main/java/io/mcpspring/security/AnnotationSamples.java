package io.mcpspring.security;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.access.prepost.PreFilter;
import org.springframework.security.authorization.method.AuthorizeReturnObject;

/** A method with each annotation of method security. They are never called; advisors are matched against them. */
class AnnotationSamples {

    /** The annotations that restrict access. */
    static final List<Class<? extends Annotation>> RESTRICTING = List.of(
            PreAuthorize.class,
            PostAuthorize.class,
            PreFilter.class,
            PostFilter.class,
            Secured.class,
            RolesAllowed.class,
            DenyAll.class);

    /** The annotations that do not decide about the call. */
    static final Set<Class<? extends Annotation>> NOT_DECIDING =
            Set.of(PreFilter.class, PostFilter.class, AuthorizeReturnObject.class);

    /** Only advisors that do not select by annotations match it. */
    void withoutAnnotation() {}

    @PreAuthorize("true")
    void preAuthorize() {}

    @PostAuthorize("true")
    void postAuthorize() {}

    @PreFilter("true")
    void preFilter() {}

    @PostFilter("true")
    void postFilter() {}

    @Secured("ROLE")
    void secured() {}

    @RolesAllowed("ROLE")
    void rolesAllowed() {}

    @DenyAll
    void denyAll() {}

    @AuthorizeReturnObject
    void authorizeReturnObject() {}
}
