package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;
import org.junit.jupiter.api.Test;

class SoundsTests {

    @Test
    void isPcmInMono() throws Exception {
        try (AudioInputStream audio = open(Sounds.wav(List.of(1.0, 2.0), 3))) {
            assertThat(audio.getFormat().getEncoding()).isEqualTo(AudioFormat.Encoding.PCM_SIGNED);
            assertThat(audio.getFormat().getChannels()).isEqualTo(1);
            assertThat(audio.getFormat().getSampleSizeInBits()).isEqualTo(16);
            assertThat(audio.getFrameLength() / audio.getFormat().getFrameRate())
                    .isEqualTo(3);
        }
    }

    @Test
    void playsTheLowestAndTheHighestValueTwoOctavesApart() throws Exception {
        short[] samples = samples(Sounds.wav(List.of(-5.0, 5.0), 2));

        assertThat(hertz(samples, 0.2, 0.8)).isCloseTo(220, within(5.0));
        assertThat(hertz(samples, 1.2, 1.8)).isCloseTo(880, within(5.0));
    }

    @Test
    void playsTheMiddleWhenAllValuesAreTheSame() throws Exception {
        assertThat(hertz(samples(Sounds.wav(List.of(7.0), 1)), 0.2, 0.8)).isCloseTo(440, within(5.0));
    }

    @Test
    void isSilentForAMissingValue() throws Exception {
        short[] samples = samples(Sounds.wav(Arrays.asList(1.0, null, 2.0), 3));

        assertThat(loudest(samples, 0.2, 0.8)).isGreaterThan(15_000);
        assertThat(loudest(samples, 1.2, 1.8)).isLessThan(10);
        assertThat(loudest(samples, 2.2, 2.8)).isGreaterThan(15_000);
    }

    @Test
    void beginsAndEndsWithoutAClick() throws Exception {
        short[] samples = samples(Sounds.wav(List.of(1.0, 9.0, 3.0), 1));

        assertThat(loudest(samples, 0, 0.0005)).isLessThan(1_000);
        assertThat(loudest(samples, 0.9995, 1)).isLessThan(10);
    }

    private static AudioInputStream open(byte[] wav) throws IOException, UnsupportedAudioFileException {
        return AudioSystem.getAudioInputStream(new ByteArrayInputStream(wav));
    }

    private static short[] samples(byte[] wav) throws IOException, UnsupportedAudioFileException {
        try (AudioInputStream audio = open(wav)) {
            ShortBuffer buffer = ByteBuffer.wrap(audio.readAllBytes())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asShortBuffer();
            short[] samples = new short[buffer.remaining()];
            buffer.get(samples);
            return samples;
        }
    }

    /** Every crossing of zero upwards is one oscillation. */
    private static double hertz(short[] samples, double from, double to) {
        int oscillations = 0;
        for (int i = index(from); i < index(to); i++) {
            oscillations += samples[i] < 0 && samples[i + 1] >= 0 ? 1 : 0;
        }
        return oscillations / (to - from);
    }

    private static int loudest(short[] samples, double from, double to) {
        int loudest = 0;
        for (int i = index(from); i < index(to); i++) {
            loudest = Math.max(loudest, Math.abs(samples[i]));
        }
        return loudest;
    }

    private static int index(double seconds) {
        return (int) (seconds * 22_050);
    }
}
