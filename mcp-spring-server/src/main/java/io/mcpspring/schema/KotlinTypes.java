package io.mcpspring.schema;

import io.mcpspring.Internal;
import io.mcpspring.validation.DeclarationException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import kotlin.Result;
import kotlin.ResultKt;
import kotlin.jvm.JvmClassMappingKt;
import kotlin.reflect.KClass;
import kotlin.reflect.KFunction;
import kotlin.reflect.KMutableProperty;
import kotlin.reflect.KProperty;
import kotlin.reflect.KType;
import kotlin.reflect.KTypeParameter;
import kotlin.reflect.full.KClasses;
import kotlin.reflect.jvm.ReflectJvmMapping;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.support.GenericConversionService;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.introspect.AnnotatedMember;

/**
 * What code in Kotlin declares and Java's reflection does not show: value classes, where the compiler has put the value
 * that they wrap, and {@code null} inside types.
 */
@Internal
public final class KotlinTypes {

    private static final boolean READ_BY_JACKSON =
            ClassUtils.isPresent("tools.jackson.module.kotlin.KotlinModule", KotlinTypes.class.getClassLoader());

    private KotlinTypes() {}

    /** Whether a class is written in Kotlin, and the library that examines it is present. */
    public static boolean isKnown(Class<?> type) {
        return KotlinDetector.isKotlinReflectPresent() && KotlinDetector.isKotlinType(type);
    }

    /** Returns the name of a function in the source. */
    public static String name(Method method) {
        KFunction<?> function = ReflectJvmMapping.getKotlinFunction(method);
        return function == null ? method.getName() : function.getName();
    }

    /** Whether the compiler has made a method for callers in Java, which leaves out parameters that have defaults. */
    public static boolean isOverload(Method method) {
        return isKnown(method.getDeclaringClass())
                && ReflectJvmMapping.getKotlinFunction(method) == null
                && Stream.of(method.getDeclaringClass().getDeclaredMethods())
                        .filter(other -> other.getName().equals(method.getName()))
                        .anyMatch(other -> ReflectJvmMapping.getKotlinFunction(other) != null);
    }

    /**
     * Returns the value class that a function declares for a parameter or its result; {@code null} if it is another
     * type, or one that Jackson cannot read without its module for Kotlin, and which is the value that it wraps then.
     */
    public static @Nullable Type valueClass(MethodParameter parameter) {
        Method method = parameter.getMethod();
        ResolvableType type = method != null && isKnown(method.getDeclaringClass())
                ? java(type(method, parameter.getParameterIndex()))
                : ResolvableType.NONE;
        Class<?> raw = type.toClass();
        boolean usable = READ_BY_JACKSON || raw.getName().startsWith("kotlin.");
        return usable && KotlinDetector.isInlineClass(raw) ? type.getType() : null;
    }

    /** Returns a type with its arguments, of which Java's signature of a function lacks those of value classes. */
    private static ResolvableType java(@Nullable KType type) {
        if (type == null || !(type.getClassifier() instanceof KClass<?> declared)) {
            return ResolvableType.forClass(Object.class);
        }
        Class<?> raw = JvmClassMappingKt.getJavaObjectType(declared);
        return raw.getTypeParameters().length == 0
                ? ResolvableType.forClass(raw)
                : ResolvableType.forClassWithGenerics(
                        raw,
                        type.getArguments().stream()
                                .map(argument -> java(argument.getType()))
                                .toArray(ResolvableType[]::new));
    }

    private static @Nullable KType type(Method method, int index) {
        KFunction<?> function = ReflectJvmMapping.getKotlinFunction(method);
        if (function == null) {
            return index < 0 ? Accessors.type(method) : null;
        }
        // The first parameter is the object itself.
        return index < 0
                ? function.getReturnType()
                : function.getParameters().get(index + 1).getType();
    }

    /** Returns what a function declares about {@code null} in a parameter, or in its result for the index -1. */
    static TypeUse use(Method method, int index) {
        return use(type(method, index));
    }

    static TypeUse use(Field field) {
        KProperty<?> property = ReflectJvmMapping.getKotlinProperty(field);
        return use(property == null ? null : property.getReturnType());
    }

    /** Whether a property, by its setter or field, has a value without the setter being called. */
    static boolean isInitialized(Class<?> owner, @Nullable AnnotatedMember accessor) {
        return accessor != null && isKnown(owner) && Accessors.isInitialized(owner, accessor.getMember());
    }

    /**
     * Returns the constructor whose parameters have the annotations in the source: if one is of a value class, the
     * compiler makes the constructor private, and moves them to another one, which has a marker as its last parameter.
     */
    static Executable annotated(Executable creator) {
        Class<?>[] types = creator.getParameterTypes();
        return Modifier.isPrivate(creator.getModifiers()) && isKnown(creator.getDeclaringClass())
                ? Stream.<Executable>of(creator.getDeclaringClass().getDeclaredConstructors())
                        .filter(other -> other.isSynthetic() && other.getParameterCount() == types.length + 1)
                        .filter(other -> Arrays.equals(types, Arrays.copyOf(other.getParameterTypes(), types.length)))
                        .findFirst()
                        .orElse(creator)
                : creator;
    }

    private static TypeUse use(@Nullable KType type) {
        if (type == null) {
            return TypeUse.UNKNOWN;
        }
        boolean nullable = type.isMarkedNullable()
                || type.getClassifier() instanceof KTypeParameter variable
                        && variable.getUpperBounds().stream().anyMatch(KType::isMarkedNullable);
        List<TypeUse> arguments = type.getArguments().stream()
                .map(argument -> use(argument.getType()))
                .toList();
        return new TypeUse(nullable ? Nullness.NULLABLE : Nullness.NON_NULL, type.getAnnotations(), arguments);
    }

    /** Makes an instance of a value class of the value that it wraps; other values and failures are unchanged. */
    public static Object boxed(Object value, Class<?> type) {
        return !KotlinDetector.isInlineClass(type) || type.isInstance(value) || isResult(value.getClass())
                ? value
                : call(type, "box-impl", call(type, "constructor-impl", value));
    }

    /** Calls a function that the compiler has made of a member of a value class: it takes the wrapped value. */
    static Object call(Class<?> type, String name, Object wrapped) {
        Method function = Objects.requireNonNull(ReflectionUtils.findMethod(type, name, wrappedBy(type)));
        ReflectionUtils.makeAccessible(function);
        return Objects.requireNonNull(ReflectionUtils.invokeMethod(function, null, wrapped));
    }

    public static Class<?> wrappedBy(Class<?> type) {
        return ClassUtils.getMethod(type, "unbox-impl").getReturnType();
    }

    /** Fails for what Jackson's module reads and writes as another number in a key or in a value class. */
    static void requireForm(Class<?> type, boolean inside) {
        KType wrapped = wrappedTypeOf(type);
        if (wrapped != null) {
            requireForm(java(wrapped).toClass(), true);
        } else if (inside && KotlinDetector.isInlineClass(type) && isKnown(type)) {
            throw new DeclarationException(
                    "Jackson takes a " + type.getName() + " for another number as a key or in a value class",
                    "Use another type there, such as a Long or a String, or a class in place of the value class");
        }
    }

    /** Fails for a value class of which Jackson's module does not know the elements: it reads numbers and objects. */
    static void requireElements(Class<?> type) {
        KType wrapped = wrappedTypeOf(type);
        if (wrapped != null
                && !java(wrapped).toClass().isArray()
                && (wrapped.getClassifier() instanceof KTypeParameter
                        || wrapped.getArguments().stream()
                                .map(argument -> java(argument.getType()).toClass())
                                .anyMatch(element -> element != String.class && element != Object.class))) {
            throw new DeclarationException(
                    "What the value class " + type.getName() + " wraps has elements whose type Jackson does not know",
                    "Use a class in place of the value class");
        }
    }

    /** Returns the type that a value class of the application declares; {@code null} for other classes. */
    private static @Nullable KType wrappedTypeOf(Class<?> type) {
        if (!KotlinDetector.isInlineClass(type)
                || !isKnown(type)
                || type.getName().startsWith("kotlin.")) {
            return null;
        }
        KFunction<?> constructor = KClasses.getPrimaryConstructor(JvmClassMappingKt.getKotlinClass(type));
        return Objects.requireNonNull(constructor).getParameters().get(0).getType();
    }

    /** Returns the value that a value class wraps; other values are unchanged. */
    public static @Nullable Object unboxed(Object value) {
        return KotlinDetector.isInlineClass(value.getClass())
                ? ReflectionUtils.invokeMethod(ClassUtils.getMethod(value.getClass(), "unbox-impl"), value)
                : value;
    }

    /** Returns a conversion of texts to a value class: as its library does, or else by way of what it wraps. */
    @SuppressWarnings("unchecked")
    public static ConversionService conversion(Class<?> type, ConversionService others) {
        if (!KotlinDetector.isInlineClass(type) || others.canConvert(String.class, type)) {
            return others;
        }
        Class<?> wrapped = wrappedBy(type);
        GenericConversionService own = new GenericConversionService();
        if (KotlinLibrary.PARSERS.containsKey(type.getName()) || others.canConvert(String.class, wrapped)) {
            // Many converters turn an empty text into null.
            Function<String, Object> reader = KotlinLibrary.PARSERS.getOrDefault(
                    type.getName(), text -> Objects.requireNonNull(others.convert(text, wrapped)));
            own.addConverter(String.class, (Class<Object>) type, text -> boxed(reader.apply(text), type));
        }
        return own;
    }

    /** Whether a class is Kotlin's {@code Result}, or how it represents a failure. */
    public static boolean isResult(Class<?> type) {
        return type.getName().startsWith("kotlin.Result");
    }

    /** Returns the value of a Kotlin {@code Result}, or throws its exception; other values are unchanged. */
    public static @Nullable Object valueOf(Object value) {
        Object content = isResult(value.getClass()) && value instanceof Result<?> ? unboxed(value) : value;
        if (content != null && isResult(content.getClass())) {
            ResultKt.throwOnFailure(content);
        }
        return content;
    }

    /** A separate class, because the verifier loads what it uses of the library, which is optional. */
    private static final class Accessors {

        static boolean isInitialized(Class<?> owner, Member member) {
            return KClasses.getMemberProperties(JvmClassMappingKt.getKotlinClass(owner)).stream()
                    .filter(property -> member.equals(ReflectJvmMapping.getJavaField(property))
                            || property instanceof KMutableProperty<?> settable
                                    && member.equals(ReflectJvmMapping.getJavaSetter(settable)))
                    .anyMatch(property -> !property.isLateinit());
        }

        static @Nullable KType type(Method getter) {
            return KClasses.getDeclaredMemberProperties(JvmClassMappingKt.getKotlinClass(getter.getDeclaringClass()))
                    .stream()
                    .filter(property -> getter.equals(ReflectJvmMapping.getJavaGetter(property)))
                    .findFirst()
                    .map(KProperty::getReturnType)
                    .orElse(null);
        }
    }
}
