package io.mcpspring.test.library;

import io.mcpspring.annotation.McpPrompt;
import java.util.Locale;
import java.util.Set;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.format.Formatter;
import org.springframework.stereotype.Component;

/** A prompt whose arguments are converted by components of each kind. */
final class ConvertedTexts {

    private ConvertedTexts() {}

    record Isbn(String value) {}

    record Shelf(String value) {}

    record Author(String value) {}

    enum Genre {
        NOVEL
    }

    @Component
    static class Prompts {

        @McpPrompt(description = "Describes a place")
        String place(Isbn isbn, Shelf shelf, Author author, Genre genre) {
            return "%s %s %s %s".formatted(isbn.value(), shelf.value(), author.value(), genre);
        }
    }

    @Component
    static class IsbnConverter implements Converter<String, Isbn> {

        @Override
        public Isbn convert(String text) {
            return new Isbn("isbn:" + text);
        }
    }

    @Component
    static class ShelfConverter implements GenericConverter {

        @Override
        public Set<ConvertiblePair> getConvertibleTypes() {
            return Set.of(new ConvertiblePair(String.class, Shelf.class));
        }

        @Override
        public Object convert(Object text, TypeDescriptor source, TypeDescriptor target) {
            return new Shelf("shelf:" + text);
        }
    }

    @Component
    static class AuthorFormatter implements Formatter<Author> {

        @Override
        public Author parse(String text, Locale locale) {
            return new Author("author:" + text);
        }

        @Override
        public String print(Author author, Locale locale) {
            return author.value();
        }
    }

    @Component
    static class GenreConverters implements ConverterFactory<String, Genre> {

        @Override
        public <T extends Genre> Converter<String, T> getConverter(Class<T> type) {
            return text -> type.cast(Genre.NOVEL);
        }
    }
}
