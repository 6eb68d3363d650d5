package io.mcpspring.sample;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.jspecify.annotations.Nullable;

/** Turns numbers into a melody: one tone for each number, with a higher pitch for a higher number. */
final class Sounds {

    static final int LOWEST_HERTZ = 220;

    static final int HIGHEST_HERTZ = 880;

    private static final int SAMPLES_PER_SECOND = 22_050;

    private static final AudioFormat FORMAT = new AudioFormat(SAMPLES_PER_SECOND, Short.SIZE, 1, true, false);

    private static final double LOUD = 0.6 * Short.MAX_VALUE;

    /** The share by which pitch and loudness approach their target with every sample; a jump would click. */
    private static final double GLIDE = 0.005;

    private static final int FADE_OUT = 10 * (int) (1 / GLIDE);

    private Sounds() {}

    /** The smallest and the largest number. */
    static DoubleSummaryStatistics range(List<@Nullable Double> values) {
        return values.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
    }

    /** The melody as a WAV file, 16-bit PCM in mono; a missing number is a silence. */
    static byte[] wav(List<@Nullable Double> values, int seconds) {
        DoubleSummaryStatistics range = range(values);
        int length = SAMPLES_PER_SECOND * seconds;
        ByteBuffer samples = ByteBuffer.allocate(length * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        double hertz = LOWEST_HERTZ;
        double loudness = 0;
        double phase = 0;
        for (int i = 0; i < length; i++) {
            Double value = values.get((int) ((long) i * values.size() / length));
            boolean silent = value == null || i > length - FADE_OUT;
            hertz += value == null ? 0 : GLIDE * (hertz(value, range) - hertz);
            loudness += GLIDE * ((silent ? 0 : LOUD) - loudness);
            phase += 2 * Math.PI * hertz / SAMPLES_PER_SECOND;
            samples.putShort((short) (loudness * Math.sin(phase)));
        }
        return file(samples.array());
    }

    /** Equal differences of the values are equal musical intervals. */
    private static double hertz(double value, DoubleSummaryStatistics range) {
        double height =
                range.getMin() == range.getMax() ? 0.5 : (value - range.getMin()) / (range.getMax() - range.getMin());
        return LOWEST_HERTZ * Math.pow((double) HIGHEST_HERTZ / LOWEST_HERTZ, height);
    }

    private static byte[] file(byte[] samples) {
        long frames = samples.length / FORMAT.getFrameSize();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (AudioInputStream stream = new AudioInputStream(new ByteArrayInputStream(samples), FORMAT, frames)) {
            AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }
}
