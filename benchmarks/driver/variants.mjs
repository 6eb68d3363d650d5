// Programs with and without a feature: those that are on by default, and those that a user adds.
import { issueToken } from './token.mjs';
import { program } from './servers.mjs';
import { call, workloads } from './protocol.mjs';

const { echo, search } = workloads;
const ORIGIN = 'https://app.example.com';

let started = 0;

/** Returns a server to start: one of our programs with these properties. */
function server(name, properties = {}, env = {}) {
  return program({
    name: `feature-${++started}`,
    jar: `${name}/target/${name}.jar`,
    env: { STYLE: 'reactive', TOOLS: '4', SPRING_APPLICATION_JSON: JSON.stringify(properties), ...env },
  });
}

/** Turns off what this library adds to the observations and meters of Spring Boot. */
const UNOBSERVED = {
  'management.observations.enable.mcp.server.operation.duration': false,
  'management.observations.enable.mcp.client.operation.duration': false,
  'management.metrics.enable.mcp.server': false,
};

const WITHOUT_BEAN_VALIDATION = {
  'spring.autoconfigure.exclude': 'org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration',
};

/**
 * Returns a list:
 * - title: the feature
 * - off, on: the servers without and with it; if they are one and the same, only the requests differ
 * - requests: by the kind of request, what is sent to the two servers; one workload if they get the same
 */
export function variants() {
  const checked = server('ours-checked');
  const listed = server('ours', { 'mcp.server.http.allowed-origins': ORIGIN });
  const { token, keyFile } = issueToken();
  const secured = server('ours-secured', {
    'spring.security.oauth2.resourceserver.jwt.public-key-location': `file:${keyFile}`,
  });
  const authorized = workload => ({ ...workload, headers: { Authorization: `Bearer ${token}` } });
  const like = (workload, name) => call(name, workload.params.arguments, workload.expected);
  const restricted = name => ({ echo: [authorized(echo), authorized(like(echo, name))] });

  return [
    {
      title: 'nothing: the same program twice',
      off: server('ours'), on: server('ours'), requests: { echo, search },
    },
    {
      title: 'removal of invisible characters',
      off: server('ours', { 'mcp.server.output.sanitize': false }), on: server('ours'), requests: { echo, search },
    },
    {
      title: 'time limit of calls',
      off: server('ours', { 'mcp.server.tools.timeout': '0s' }), on: server('ours'), requests: { echo },
    },
    {
      title: 'keep-alive of pending replies',
      off: server('ours', { 'mcp.server.http.sse.keep-alive': '0s' }), on: server('ours'), requests: { echo },
    },
    {
      title: 'limits of concurrent calls, of all and of a caller',
      off: server('ours'),
      on: server('ours', {
        'mcp.server.limits.max-concurrency': 1_000, 'mcp.server.limits.max-concurrency-per-caller': 1_000,
      }),
      requests: { echo },
    },
    {
      title: 'limit of the rate of calls',
      off: server('ours-checked'), on: server('ours-checked', { 'mcp.server.limits.rate': '1000000/1s' }),
      requests: { echo },
    },
    {
      title: 'Origin of an allowed web page',
      off: listed, on: listed, requests: { echo: [echo, { ...echo, headers: { Origin: ORIGIN } }] },
    },
    {
      title: 'Bean Validation, of a tool without constraints',
      off: server('ours-checked', WITHOUT_BEAN_VALIDATION), on: server('ours-checked'), requests: { echo },
    },
    {
      title: 'three constraints of an argument',
      off: checked, on: checked, requests: { echo: [echo, like(echo, 'echoConstrained')] },
    },
    {
      title: 'constraints of a result',
      off: checked, on: checked, requests: { search: [like(search, 'items'), like(search, 'itemsConstrained')] },
    },
    {
      title: 'Actuator with Prometheus, as a whole',
      off: server('ours'), on: server('ours-observed'), requests: { echo },
    },
    {
      title: 'of this: observations and meters of MCP',
      off: server('ours-observed', UNOBSERVED), on: server('ours-observed'), requests: { echo },
    },
    {
      title: 'Spring Security with access tokens, as a whole',
      off: server('ours'), on: secured, requests: { echo: [echo, authorized(echo)] },
    },
    { title: 'scope of a tool', off: secured, on: secured, requests: restricted('echoScope') },
    { title: 'access rule', off: secured, on: secured, requests: restricted('echoRule') },
    { title: '@PreAuthorize', off: secured, on: secured, requests: restricted('echoAuthorized') },
    {
      title: 'audit: listener of calls',
      off: server('ours'), on: server('ours', {}, { AUDIT: 'yes' }), requests: { echo },
    },
    {
      title: 'audit: calls in the log',
      off: server('ours'), on: server('ours', { 'logging.level.io.mcpspring.audit': 'debug' }), requests: { echo },
    },
  ];
}
