package io.mcpspring.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

class MediaTypesTests {

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "89504e470d0a1a0a0000, image/png",
        "ffd8ffe000104a464946, image/jpeg",
        "474946383961, image/gif",
        "52494646240000005745425056503820, image/webp",
        "524946462400000057415645666d7420, audio/wav",
        "4f67675300020000, audio/ogg",
        "49443304000000000000, audio/mpeg",
        "fffb9064, audio/mpeg",
        "000000206674797069736f6d, video/mp4",
        "00000020667479706d703432, video/mp4",
        "00000020667479704d344120, audio/mp4",
        "255044462d312e37, application/pdf",
        "52494646240000004156492020202020, application/octet-stream",
        "fffe4100, application/octet-stream",
        "504b0304, application/octet-stream",
        "89504e47, application/octet-stream",
        "'', application/octet-stream"
    })
    void binaryDataIsRecognizedByItsFirstBytes(String hex, String type) {
        assertThat(MediaTypes.of(HexFormat.of().parseHex(hex))).isEqualTo(type);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "notes.md, abc, text/markdown",
        "values.yml, abc, application/yaml",
        "picture.png, abc, image/png",
        "LICENSE, Free for all, text/plain",
        "data.unknown, %PDF-1.7, application/pdf",
        "song, ID3, audio/mpeg"
    })
    void aFileIsRecognizedByItsNameOrItsFirstBytes(String name, String text, String type) {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);

        assertThat(MediaTypes.of(named(name, data), data)).isEqualTo(type);
    }

    @Test
    void aFileWithoutTypeThatIsNotTextIsBinary() {
        for (byte[] data : new byte[][] {{1, 0, 2}, {(byte) 0xc3}}) {
            assertThat(MediaTypes.of(named("data", data), data)).isEqualTo(MediaTypes.UNKNOWN);
        }
    }

    private static Resource named(String name, byte[] data) {
        return new ByteArrayResource(data) {
            @Override
            public String getFilename() {
                return name;
            }
        };
    }
}
