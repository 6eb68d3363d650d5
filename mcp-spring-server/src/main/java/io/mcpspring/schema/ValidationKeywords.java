package io.mcpspring.schema;

import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationModule;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationOption;
import io.mcpspring.validation.PortableRegex;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.groups.Default;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Adds Bean Validation's constraints to schemas; loaded only where Jakarta Validation is present. */
final class ValidationKeywords extends JakartaValidationModule {

    ValidationKeywords() {
        super(
                JakartaValidationOption.NOT_NULLABLE_FIELD_IS_REQUIRED,
                JakartaValidationOption.NOT_NULLABLE_METHOD_IS_REQUIRED,
                JakartaValidationOption.INCLUDE_PATTERN_EXPRESSIONS);
        forValidationGroups(Default.class);
    }

    /** Anchors patterns: Bean Validation matches the whole text, JSON Schema a part of it. */
    @Override
    protected @Nullable String resolveStringPattern(MemberScope<?, ?> member) {
        if (!member.getType().isInstanceOf(CharSequence.class)) {
            return null;
        }
        String expression = expression(member);
        return expression == null && isNotBlank(member) ? "\\S" : expression;
    }

    private @Nullable String expression(MemberScope<?, ?> member) {
        Pattern pattern = getAnnotationFromFieldOrGetter(member, Pattern.class, Pattern::groups);
        if (pattern != null) {
            return isPortable(pattern.regexp(), pattern.flags()) ? whole(pattern.regexp()) : null;
        }
        Email email = getAnnotationFromFieldOrGetter(member, Email.class, Email::groups);
        return email != null && !email.regexp().equals(".*") && isPortable(email.regexp(), email.flags())
                ? whole(email.regexp())
                : null;
    }

    private static boolean isPortable(String regexp, Pattern.Flag... flags) {
        return flags.length == 0 && PortableRegex.isPortable(regexp);
    }

    @Override
    protected void overrideInstanceAttributes(
            ObjectNode attributes, MemberScope<?, ?> member, SchemaGenerationContext context) {
        super.overrideInstanceAttributes(attributes, member, context);
        if (attributes.has("pattern")
                && !attributes.get("pattern").stringValue().equals("\\S")
                && isNotBlank(member)) {
            attributes.putArray("allOf").addObject().put("pattern", "\\S");
        }
    }

    private boolean isNotBlank(MemberScope<?, ?> member) {
        return member.getType().isInstanceOf(CharSequence.class)
                && getAnnotationFromFieldOrGetter(member, NotBlank.class, NotBlank::groups) != null;
    }

    private static String whole(String regexp) {
        boolean ends = regexp.endsWith("$") && !regexp.endsWith("\\$");
        boolean anchored = regexp.startsWith("^") && ends && !regexp.contains("|");
        return anchored ? regexp : "^(?:" + regexp + ")$";
    }
}
