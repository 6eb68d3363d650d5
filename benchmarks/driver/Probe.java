import com.sun.tools.attach.VirtualMachine;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads process ids of Java 21 or newer from the standard input, and prints for each of them the number of bytes that
 * its threads have allocated so far, or why it cannot be read. Stays connected, so that it takes little of the
 * machine's time.
 */
class Probe {

    private static final Map<String, MBeanServerConnection> SERVERS = new HashMap<>();

    public static void main(String[] args) throws Exception {
        ObjectName threads = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
        for (Scanner input = new Scanner(System.in); input.hasNext(); ) {
            String pid = input.next();
            try {
                if (!SERVERS.containsKey(pid)) {
                    SERVERS.put(pid, connect(pid));
                }
                System.out.println(SERVERS.get(pid).getAttribute(threads, "TotalThreadAllocatedBytes"));
            } catch (Exception gone) {
                System.out.println(gone);
            }
        }
    }

    private static MBeanServerConnection connect(String pid) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(pid);
        try {
            JMXServiceURL address = new JMXServiceURL(machine.startLocalManagementAgent());
            return JMXConnectorFactory.connect(address, Map.of("jmx.remote.x.client.connection.check.period", 0L))
                    .getMBeanServerConnection();
        } finally {
            machine.detach();
        }
    }
}
