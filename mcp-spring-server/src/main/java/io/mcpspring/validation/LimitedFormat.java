package io.mcpspring.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;

/** A format of the library for validation, checked as those of generated schemas. */
record LimitedFormat(String getName) implements Format {

    @Override
    public boolean matches(ExecutionContext context, SchemaContext schemaContext, String text) {
        return TextFormats.fits(getName, text);
    }
}
