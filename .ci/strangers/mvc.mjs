// Runs a Spring MVC application first without and then with the starter and a tool, calls the tool, and compares
// everything else: responses, beans, and the lines of the log.
//
//   node mvc.mjs WITHOUT.jar WITH.jar LOGS
//
// Exit status 1 if the tool does not answer, or if anything of the application has changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [without, withStarter, logs] = process.argv.slice(2);
const CREDENTIALS = { Authorization: `Basic ${btoa('ada:lovelace')}` };
const HTML = { Accept: 'text/html' };
const REQUESTS = [
  ['GET', '/'], ['GET', '/style.css'], ['HEAD', '/style.css'], ['GET', '/notes/1'], ['GET', '/notes/2'],
  ['GET', '/notes/x'], ['GET', '/notes/failure'], ['OPTIONS', '/notes/1'], ['POST', '/notes/1'],
  ['GET', '/caller'], ['GET', '/caller', CREDENTIALS], ['GET', '/missing'], ['GET', '/missing', HTML],
  ['GET', '/notes/2', HTML],
];
// What Spring Boot adds because the library needs Spring WebFlux and Reactor.
const OF_SPRING_BOOT = ['reactiveHealthContributorRegistry',
  /\$ReactiveHealthContributorRegistryConfiguration$/, /\.ReactiveWebSecurityAutoConfiguration$/];
const OF_ACTUATOR = ['', '/health', '/info', '/metrics/jvm.memory.max', '/missing', '/mappings', '/beans'];

const problems = [];

/** Starts an application, and waits until it serves; its ports are those of the application and of Actuator. */
async function start(jar) {
  const settings = { SERVER_PORT: '0', LOGGING_PATTERN_CONSOLE: '%p %logger : %m%n' };
  const process = spawn('java', ['-jar', jar], { env: { ...globalThis.process.env, ...settings } });
  const application = { process, log: '' };
  process.stderr.on('data', data => { application.log += data; });
  await new Promise(resolve => {
    process.once('exit', resolve);
    process.stdout.on('data', data => {
      application.log += data;
      if (/Started \w+ in .*\n/.test(application.log)) resolve();
    });
  });
  application.ports = [...application.log.matchAll(/Tomcat started on port (\d+)/g)].map(match => match[1]);
  if (application.ports.length !== 2) throw new Error(`${jar} did not start:\n${application.log}`);
  return application;
}

/** Ends an application; returns its log. */
async function stop(application, name) {
  application.process.kill();
  await once(application.process, 'close');
  writeFileSync(join(logs, `${name}.log`), application.log);
  return application.log;
}

/** Replaces what is different in each run. */
const plain = text => text.replaceAll(without, 'notes.jar').replaceAll(withStarter, 'notes.jar')
  .replace(/\$\$Lambda[\w/$]*(@\w+)?|\$Proxy\d+|[@#][0-9a-f]{5,8}\b/g, '*')
  .replace(/"timestamp":"[^"]*"|<div id='created'>[^<]*/g, '"*":0')
  .replace(/localhost:\d+/g, 'localhost').replace(/JSESSIONID=\w+/g, 'JSESSIONID');

/** The same JSON with sorted keys. */
const sorted = value => Array.isArray(value) ? value.map(sorted)
  : value && typeof value === 'object'
    ? Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key])])) : value;

async function get(port, method, path, headers = {}) {
  const response = await fetch(`http://localhost:${port}${path}`, { method, headers });
  const shown = [...response.headers].filter(([name]) => !['date', 'last-modified'].includes(name));
  const body = plain(await response.text());
  const isJson = body && /json$/.test(response.headers.get('content-type'));
  return {
    status: response.status, headers: plain(JSON.stringify(shown)), body: isJson ? sorted(JSON.parse(body)) : body,
  };
}

/** Removes what the library adds to the endpoints of Actuator, and the length, which depends on it. */
function removeAdditions(response) {
  delete response.body.mcp;
  for (const link of Object.keys(response.body._links ?? {}).filter(name => /^mcp\b/.test(name))) {
    delete response.body._links[link];
  }
  response.headers = response.headers.replace(/\[\\?"content-length\\?",\\?"\d+\\?"\],?/, '');
}

async function observe({ ports: [port, actuatorPort] }) {
  const seen = {};
  for (const [method, path, headers] of REQUESTS) {
    seen[`${method} ${path} ${JSON.stringify(headers ?? {})}`] = await get(port, method, path, headers);
  }
  for (const path of OF_ACTUATOR) {
    seen[path || '/actuator'] = await get(actuatorPort, 'GET', `/actuator${path}`, CREDENTIALS);
  }
  ['/actuator', '/info'].forEach(path => removeAdditions(seen[path]));
  const take = path => {
    const { status, body } = seen[path];
    delete seen[path];
    if (status !== 200) throw new Error(`/actuator${path} was answered ${status}`);
    return Object.values(body.contexts);
  };
  return { responses: seen, mappings: mappings(take('/mappings')), beans: beans(take('/beans')) };
}

const beans = contexts => Object.fromEntries(contexts.flatMap(context => Object.entries(context.beans))
  .map(([name, { aliases, scope, type, resource, dependencies }]) =>
    [name, { aliases, scope, type, resource, dependencies: dependencies.sort() }]));

const mappings = contexts => Object.fromEntries(contexts.flatMap(context => Object.values(context.mappings))
  .flatMap(found => Array.isArray(found) ? found : Object.values(found).flat())
  .map(mapping => [`${mapping.predicate ?? mapping.name} ${mapping.handler ?? ''}`, mapping]));

// The loggers of the library, requests for the endpoint, slow random numbers, and stack traces.
const IGNORED = /^\w+ (io\.mcpspring\.|com\.example\.notes\.RequestLog .* \/mcp )|Creation of SecureRandom|^\s+(at|\.\.\.) /;

/** The messages of a log, apart from those that the library adds. */
function messages(log) {
  const found = {};
  for (const text of plain(log).split('\n')) {
    if (text.trim() && !IGNORED.test(text)) {
      const message = text.replace(/\d[\d.:,]*/g, '#').replace(/@[0-9a-f]+|\$\$\w+/g, '*');
      found[message] = (found[message] ?? 0) + 1;
    }
  }
  return found;
}

/** Collects what has changed, and returns the names of what is new. */
function compare(what, before, after) {
  for (const [name, value] of Object.entries(before)) {
    const [then, now] = [value, after[name]].map(each => JSON.stringify(each));
    if (now !== then) problems.push(`${what} ${name}\n  was ${then}\n  is  ${now}`);
  }
  return Object.keys(after).filter(name => !(name in before));
}

function refuseNew(what, names) {
  names.forEach(name => problems.push(`new ${what}: ${name}`));
}

async function callTool({ ports: [port] }, headers) {
  const body = {
    jsonrpc: '2.0', id: 1, method: 'tools/call',
    params: {
      name: 'readNote', arguments: { id: 1 },
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} },
    },
  };
  const response = await fetch(`http://localhost:${port}/mcp`, {
    method: 'POST',
    headers: {
      ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'readNote',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const first = await start(without);
const before = await observe(first);
const logBefore = await stop(first, 'mvc-without');

const second = await start(withStarter);
let after;
try {
  const anonymous = await callTool(second, {});
  if (anonymous.status !== 401) problems.push(`without credentials the tool answered ${anonymous.status}`);
  const answer = await callTool(second, CREDENTIALS);
  if (answer.status !== 200 || !answer.text.includes('Buy milk, read by ada')) {
    problems.push(`with credentials the tool answered ${answer.status} ${answer.text}`);
  }
  after = await observe(second);
} finally {
  after = { ...after, log: await stop(second, 'mvc-with') };
}

refuseNew('response', compare('response', before.responses, after.responses));
refuseNew('mapping', compare('mapping', before.mappings, after.mappings)
  .filter(name => !name.includes('io.mcpspring')));
refuseNew('message', compare('message', messages(logBefore), messages(after.log)));
const added = compare('bean', before.beans, after.beans);
refuseNew('bean', added.filter(name => name !== 'noteTools' && !/io[./]mcpspring/.test(JSON.stringify(after.beans[name]))
  && !OF_SPRING_BOOT.some(known => known === name || known instanceof RegExp && known.test(name))));

problems.forEach(problem => console.error(problem));
console.log(`mvc: the tool answers with credentials only; ${Object.keys(before.responses).length} responses, `
  + `${Object.keys(before.mappings).length} mappings, ${Object.keys(before.beans).length} beans and `
  + `${Object.keys(messages(logBefore)).length} messages compared, ${problems.length} problems; new beans: ${added.join(', ')}`);
process.exit(problems.length > 0 ? 1 : 0);
