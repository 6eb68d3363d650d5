package io.mcpspring.seal;

import io.mcpspring.Internal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.util.function.ThrowingFunction;
import org.springframework.util.function.ThrowingSupplier;

/**
 * Encrypts data that a client stores, so that only this server, or one with the same secret, can read or create it:
 * AES-GCM, Base64url. Encrypts with the first secret; decrypts with each of them.
 */
@Internal
public final class Sealer {

    private static final int MIN_SECRET_BYTES = 32;

    private static final byte VERSION = 1;

    private static final int NONCE_BYTES = 12;

    private static final int TAG_BITS = 128;

    private static final int HEAD_BYTES = 1 + NONCE_BYTES;

    // The lookup of a cipher takes ten times as long as its use.
    private static final ThreadLocal<Cipher> CIPHER =
            ThreadLocal.withInitial(ThrowingSupplier.of(() -> Cipher.getInstance("AES/GCM/NoPadding")));

    private static final String OF_PROCESS = UUID.randomUUID().toString() + UUID.randomUUID();

    private final SecureRandom random = new SecureRandom();

    private final List<SecretKeySpec> keys;

    public Sealer(List<String> secrets) {
        this.keys = secrets.stream().map(ThrowingFunction.of(Sealer::key)).toList();
    }

    /**
     * Returns a sealer with one secret for the life of the process. Spring Boot's DevTools reload the classes of an
     * application but not those of its libraries, so that seals remain valid across their restarts.
     */
    public static Sealer ofProcess() {
        return new Sealer(List.of(OF_PROCESS));
    }

    /** Whether a secret is so long that it cannot be guessed. */
    public static boolean isLongEnough(String secret) {
        return secret.getBytes(StandardCharsets.UTF_8).length >= MIN_SECRET_BYTES;
    }

    /** @param purpose the use of the data; it can be opened for the same purpose only */
    public String seal(String purpose, byte[] data) {
        return encode(sealBytes(purpose, data));
    }

    /** As {@link #seal}, without Base64. */
    public byte[] sealBytes(String purpose, byte[] data) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        ThrowingSupplier<byte[]> sealing =
                () -> cipher(Cipher.ENCRYPT_MODE, keys.get(0), nonce, purpose).doFinal(data);
        byte[] sealed = sealing.get();
        return ByteBuffer.allocate(HEAD_BYTES + sealed.length)
                .put(VERSION)
                .put(nonce)
                .put(sealed)
                .array();
    }

    /** Returns the data; empty if the token was created with another secret or for another purpose, or was changed. */
    public Optional<byte[]> open(String purpose, String token) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException ex) {
            return Optional.empty();
        }
        // Several Base64 texts decode to the same bytes; only one of them is the token.
        return encode(bytes).equals(token) ? openBytes(purpose, bytes) : Optional.empty();
    }

    /** As {@link #open}, for what {@link #sealBytes} returned. */
    public Optional<byte[]> openBytes(String purpose, byte[] bytes) {
        if (bytes.length <= HEAD_BYTES + TAG_BITS / 8 || bytes[0] != VERSION) {
            return Optional.empty();
        }
        ThrowingFunction<SecretKeySpec, Stream<byte[]>> opening = key -> open(key, purpose, bytes);
        return keys.stream().flatMap(opening).findFirst();
    }

    private static Stream<byte[]> open(SecretKeySpec key, String purpose, byte[] token)
            throws GeneralSecurityException {
        byte[] nonce = Arrays.copyOfRange(token, 1, HEAD_BYTES);
        try {
            return Stream.of(cipher(Cipher.DECRYPT_MODE, key, nonce, purpose)
                    .doFinal(token, HEAD_BYTES, token.length - HEAD_BYTES));
        } catch (AEADBadTagException ex) {
            return Stream.empty();
        }
    }

    private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, String purpose)
            throws GeneralSecurityException {
        Cipher cipher = CIPHER.get();
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static SecretKeySpec key(String secret) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return new SecretKeySpec(mac.doFinal("mcp-spring-boot seal 1".getBytes(StandardCharsets.UTF_8)), "AES");
    }
}
