package io.mcpspring.resource;

import java.util.regex.Pattern;

/** Names that Windows does not treat as those of files, in paths of any system. */
final class FileNames {

    private static final Pattern DEVICE = Pattern.compile(
            "(CON|PRN|AUX|NUL|CONIN\\$|CONOUT\\$|(COM|LPT)[0-9\u00b9\u00b2\u00b3]) *(\\..*)?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SEPARATOR = Pattern.compile("[/\\\\]");

    private static final Pattern DRIVE = Pattern.compile("^[/\\\\]?[A-Za-z]:");

    private FileNames() {}

    /** Whether part of a path names a device, or a stream of a file as in {@code name:stream}. */
    static boolean isDeviceOrStream(String path) {
        return SEPARATOR
                .splitAsStream(path)
                .anyMatch(name -> name.indexOf(':') >= 0 || DEVICE.matcher(name).matches());
    }

    static String withoutDrive(String path) {
        return DRIVE.matcher(path).replaceFirst("");
    }
}
