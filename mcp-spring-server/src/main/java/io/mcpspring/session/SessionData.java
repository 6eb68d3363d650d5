package io.mcpspring.session;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of a session id. It must fit into a header; therefore names are truncated, and only a known extension is
 * kept.
 */
record SessionData(LegacySession session, byte[] userHash) {

    static final int KEY_BYTES = 16;

    static final int USER_HASH_BYTES = 16;

    private static final int FORMAT = 1;

    private static final int MAX_TEXT_CHARACTERS = 64;

    private static final int MAX_TEXT_BYTES = 128;

    /** The only extension that is kept. */
    private static final String UI = "io.modelcontextprotocol/ui";

    byte[] toBytes() {
        LegacyClient client = session.client();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.write(HexFormat.of().parseHex(session.key()));
            out.writeByte(client.protocolVersion().ordinal());
            out.writeShort(featureBits(client.capabilities().features()));
            out.writeBoolean(client.capabilities().extensions().contains(UI));
            out.write(userHash);
            out.writeLong(session.openedAt().getEpochSecond());
            writeInfo(client.info(), out);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return bytes.toByteArray();
    }

    private static void writeInfo(@Nullable Implementation info, DataOutputStream out) throws IOException {
        out.writeBoolean(info != null);
        if (info != null) {
            writeText(info.name(), out);
            writeText(info.version(), out);
        }
    }

    /** Reads the content of a decrypted session id; empty if another release wrote it in a different format. */
    static Optional<SessionData> of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != FORMAT) {
                return Optional.empty();
            }
            String key = HexFormat.of().formatHex(in.readNBytes(KEY_BYTES));
            ProtocolVersion version = ProtocolVersion.values()[in.readByte()];
            ClientCapabilities capabilities =
                    new ClientCapabilities(features(in.readShort()), in.readBoolean() ? Set.of(UI) : Set.of());
            byte[] userHash = in.readNBytes(USER_HASH_BYTES);
            Instant openedAt = Instant.ofEpochSecond(in.readLong());
            Implementation info = in.readBoolean() ? new Implementation(readText(in), readText(in)) : null;
            LegacyClient client = new LegacyClient(version, info, capabilities);
            return Optional.of(new SessionData(new LegacySession(key, client, openedAt), userHash));
        } catch (IOException | IndexOutOfBoundsException | DateTimeException ex) {
            return Optional.empty();
        }
    }

    private static int featureBits(Set<Feature> features) {
        int bits = 0;
        for (Feature feature : features) {
            bits |= 1 << feature.ordinal();
        }
        return bits;
    }

    private static Set<Feature> features(int bits) {
        EnumSet<Feature> features = EnumSet.allOf(Feature.class);
        features.removeIf(feature -> (bits & 1 << feature.ordinal()) == 0);
        return features;
    }

    private static void writeText(String text, DataOutputStream out) throws IOException {
        int end = Math.min(text.length(), MAX_TEXT_CHARACTERS);
        boolean pairCut = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
        CharBuffer start = CharBuffer.wrap(text, 0, pairCut ? end - 1 : end);
        ByteBuffer utf8 = ByteBuffer.allocate(MAX_TEXT_BYTES);
        // The encoder stops before the first character that does not fit.
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(start, utf8, true);
        out.writeByte(utf8.position());
        out.write(utf8.array(), 0, utf8.position());
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
    }
}
