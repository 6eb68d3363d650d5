package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.schema.Alternative.Frame;
import io.mcpspring.schema.Alternative.TypeName;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.SubtypeResolver;
import tools.jackson.databind.jsontype.TypeIdResolver;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.node.ObjectNode;

/** The sub-types of which the values of a type may be. */
final class Subtypes {

    private final TypeSchemas schemas;
    private final Map<JavaType, List<Alternative>> known = new ConcurrentHashMap<>();

    Subtypes(TypeSchemas schemas) {
        this.schemas = schemas;
    }

    /** The sub-types that Jackson distinguishes by a name or by their members; none if it does not. */
    List<Alternative> of(JavaType type) {
        return known.computeIfAbsent(type, this::find);
    }

    private List<Alternative> find(JavaType type) {
        TypeSerializer naming = schemas.writing().findTypeSerializer(type);
        if (naming == null || type.isReferenceType()) {
            return List.of();
        }
        AnnotatedClass annotations = schemas.annotations(type);
        JsonTypeInfo.Value declared = schemas.introspector.findPolymorphicTypeInfo(schemas.config, annotations);
        Class<?> unnamed = declared == null ? null : declared.getDefaultImpl();
        Map<Class<?>, Set<String>> names = new LinkedHashMap<>();
        SubtypeResolver resolver = schemas.config.getSubtypeResolver();
        for (NamedType subtype : resolver.collectAndResolveSubtypesByTypeId(schemas.config, annotations)) {
            if (isConcrete(subtype.getType(), type)) {
                names.computeIfAbsent(subtype.getType(), first -> new LinkedHashSet<>())
                        .addAll(names(naming, subtype));
            }
        }
        Class<?> raw = type.getRawClass();
        boolean closed = raw.isSealed() || Modifier.isFinal(raw.getModifiers()) || schemas instanceof ReadSchemas;
        // A result may be of a subclass that is not declared.
        names.replaceAll((only, ids) -> closed || only != raw || names.size() > 1 ? ids : Set.of());
        if (unnamed != null && isConcrete(unnamed, type)) {
            names.putIfAbsent(unnamed, Set.of());
        }
        String member = declared == null || declared.getPropertyName() == null
                ? String.valueOf(naming.getPropertyName())
                : declared.getPropertyName();
        List<Alternative> all = new ArrayList<>();
        names.forEach((subtype, ids) -> all.add(
                alternative(naming, type, subtype, new TypeName(member, List.copyOf(ids), subtype == unnamed))));
        // A type that is distinguished only from others is described as if it had no alternatives.
        boolean alone = all.equals(List.of(new Alternative(type, Frame.MEMBER, null)));
        return alone ? List.of() : all;
    }

    /** The name with which a type is written, and another one by which it is read. */
    private List<String> names(TypeSerializer naming, NamedType subtype) {
        TypeIdResolver resolver = naming.getTypeIdResolver();
        if (resolver == null) {
            return List.of();
        }
        String written = resolver.idFromValueAndType(schemas.writing(), null, subtype.getType());
        return resolver.getMechanism() == JsonTypeInfo.Id.NAME && subtype.hasName()
                ? List.of(written, subtype.getName())
                : List.of(written);
    }

    /** An enum is concrete, although its constants may have classes of their own. */
    private static boolean isConcrete(Class<?> type, JavaType base) {
        boolean concrete =
                Enum.class.isAssignableFrom(type) ? type.isEnum() : !Modifier.isAbstract(type.getModifiers());
        return concrete && base.getRawClass().isAssignableFrom(type);
    }

    private Alternative alternative(TypeSerializer naming, JavaType base, Class<?> subtype, TypeName name) {
        JavaType type = subtype == base.getRawClass()
                ? base
                : schemas.mapper.getTypeFactory().constructSpecializedType(base, subtype);
        // Without names, the members distinguish the sub-types.
        if (naming.getTypeIdResolver() == null) {
            return new Alternative(type, Frame.MEMBER, null);
        }
        Frame frame = switch (naming.getTypeInclusion()) {
            case WRAPPER_OBJECT -> Frame.OBJECT;
            case WRAPPER_ARRAY -> Frame.ARRAY;
            // Where the value cannot have a member, Jackson uses an array instead.
            case PROPERTY, EXISTING_PROPERTY -> isScalarOrArray(type) ? Frame.ARRAY : Frame.MEMBER;
            default -> Frame.MEMBER;
        };
        return new Alternative(type, frame, name);
    }

    private boolean isScalarOrArray(JavaType type) {
        ValueForm form = schemas.writtenForm(type, null);
        return form.kind() == ValueForm.Kind.ITEMS || form.kind().isScalar();
    }

    /** The schema of a value that has one of several types. */
    ObjectNode schema(Value base, List<Alternative> choice) {
        List<ObjectNode> all = choice.stream()
                .map(alternative -> ofAlternative(alternative, base))
                .toList();
        return all.size() == 1 ? all.get(0) : SchemaParts.anyOf(all);
    }

    private ObjectNode ofAlternative(Alternative alternative, Value base) {
        Value value = schemas.value(alternative.type(), TypeUse.UNKNOWN, base.property());
        if (alternative.frame() != Frame.MEMBER) {
            return alternative.framed(schemas.described(schemas.plain(value, null), alternative.type()));
        }
        List<Alternative> own = of(alternative.type());
        boolean same = alternative.name() == null ? own.isEmpty() : own.equals(List.of(alternative));
        if (alternative.type().equals(base.type())) {
            return schemas.plain(value, alternative.name());
        }
        return same
                ? schemas.schema(value)
                : schemas.described(schemas.plain(value, alternative.name()), alternative.type());
    }
}
