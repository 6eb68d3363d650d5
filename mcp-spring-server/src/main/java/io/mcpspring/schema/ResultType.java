package io.mcpspring.schema;

import io.mcpspring.Internal;
import java.util.List;
import org.springframework.core.Nullness;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.type.TypeFactory;

/**
 * The type of a method's result.
 *
 * @param use how the code declares the type
 * @param nullable whether {@code null} may come in place of a value
 */
@Internal
public record ResultType(JavaType type, TypeUse use, boolean nullable) {

    /**
     * Returns the type of the value in optionals, reactive types and Kotlin's {@code Result}, which is a list in a
     * reactive type of several values; this type if it is none of them.
     */
    public ResultType content(TypeFactory types) {
        boolean optional = JavaTypes.isOptional(type);
        if (optional || KotlinTypes.isResult(type.getRawClass())) {
            return content(optional || nullable).content(types);
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type.getRawClass());
        if (adapter == null) {
            return this;
        }
        if (adapter.isNoValue()) {
            return new ResultType(types.constructType(Void.class), TypeUse.UNKNOWN, false);
        }
        return adapter.isMultiValue()
                ? new ResultType(
                        types.constructCollectionType(List.class, type.containedTypeOrUnknown(0)), use, nullable)
                : content(nullable).content(types);
    }

    private ResultType content(boolean absent) {
        TypeUse content = use.content(type);
        JavaType inner = type.isReferenceType() ? type.getReferencedType() : type.containedTypeOrUnknown(0);
        return new ResultType(inner, content, absent || content.nullness() == Nullness.NULLABLE);
    }
}
