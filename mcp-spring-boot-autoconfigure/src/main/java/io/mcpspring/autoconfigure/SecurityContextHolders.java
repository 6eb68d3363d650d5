package io.mcpspring.autoconfigure;

import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;

/** Where Spring Security holds the security context of a thread. */
final class SecurityContextHolders {

    private SecurityContextHolders() {}

    /** Returns the bean of the application; without one, what is set in the {@link SecurityContextHolder}. */
    static Supplier<SecurityContextHolderStrategy> of(ObjectProvider<SecurityContextHolderStrategy> beans) {
        SecurityContextHolderStrategy bean = beans.getIfUnique();
        return bean == null ? SecurityContextHolder::getContextHolderStrategy : () -> bean;
    }
}
