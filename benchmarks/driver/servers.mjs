// The servers that are compared. Each is a small program in ../servers with the same tools.
import { requireKnown } from './names.mjs';

const folder = new URL('../servers', import.meta.url).pathname;

const LEGACY = '2025-11-25';
const MODERN = '2026-07-28';

/**
 * - jar: what is started
 * - env: what selects the variant
 * - path: the endpoint, /mcp unless given
 * - eras: the revisions of the protocol that it is loaded with
 * - startUp: whether its start-up is measured; variants of the same program start alike
 * - aot: whether its start-up is also measured with an AOT cache
 * - blocks: whether the tool "slow" occupies a thread
 * - against: the server with which it is compared besides the handler by hand on WebFlux
 * - repeated: whether requests are sent to several processes of it
 */
export const servers = [
  {
    name: 'bare', title: 'by hand, WebFlux', jar: 'bare/target/bare.jar',
    eras: [LEGACY, MODERN], startUp: true, aot: true, blocks: true, repeated: true,
  },
  {
    name: 'bare-codecs', title: 'by hand, WebFlux with codecs', jar: 'bare/target/bare.jar', path: '/codecs',
    eras: [LEGACY],
  },
  {
    name: 'bare-checked', title: 'by hand, WebFlux with checks', jar: 'bare/target/bare.jar', path: '/checked',
    eras: [LEGACY],
  },
  {
    name: 'bare-mvc', title: 'by hand, Spring MVC', jar: 'bare-mvc/target/bare-mvc.jar',
    eras: [LEGACY, MODERN], startUp: true, blocks: true,
  },
  {
    name: 'ours', title: 'ours, reactive methods', jar: 'ours/target/ours.jar', env: { STYLE: 'reactive' },
    eras: [LEGACY, MODERN], startUp: true, aot: true, repeated: true,
  },
  {
    name: 'ours-virtual', title: 'ours, virtual threads', jar: 'ours/target/ours.jar',
    env: { SPRING_THREADS_VIRTUAL_ENABLED: 'true' }, eras: [LEGACY, MODERN], blocks: true, repeated: true,
  },
  {
    name: 'ours-pool', title: 'ours, pool of threads', jar: 'ours/target/ours.jar',
    eras: [LEGACY, MODERN], blocks: true,
  },
  {
    name: 'ours-tomcat', title: 'ours on Tomcat, pool of threads', jar: 'ours-mvc/target/ours.jar',
    eras: [LEGACY, MODERN], startUp: true, blocks: true, against: 'bare-mvc',
  },
  {
    name: 'spring-ai', title: 'Spring AI 2.0, WebFlux', jar: 'spring-ai-webflux/target/spring-ai.jar',
    eras: [LEGACY], startUp: true, blocks: true,
  },
  {
    name: 'spring-ai-stateless', title: 'Spring AI 2.0, WebFlux, stateless',
    jar: 'spring-ai-webflux/target/spring-ai.jar', env: { PROTOCOL: 'STATELESS' },
    eras: [LEGACY], blocks: true,
  },
  {
    name: 'spring-ai-webmvc', title: 'Spring AI 2.0, WebMVC', jar: 'spring-ai-webmvc/target/spring-ai.jar',
    eras: [LEGACY], startUp: true, blocks: true,
  },
  {
    name: 'java-sdk', title: 'Java SDK 2.1, Tomcat', jar: 'java-sdk/target/java-sdk.jar',
    eras: [LEGACY], startUp: true, blocks: true,
  },
  {
    name: 'quarkus', title: 'Quarkus MCP 1.13', jar: 'quarkus/target/quarkus-app/quarkus-run.jar',
    eras: [LEGACY], startUp: true, blocks: true,
  },
].map(program);

/** Completes the definition of a server. */
export function program(server) {
  return { path: '/mcp', env: {}, ...server, jar: `${folder}/${server.jar}` };
}

/** Returns the servers of these names; without names, all. */
export function select(names) {
  if (!names) {
    return servers;
  }
  requireKnown('Servers', names, servers.map(server => server.name));
  return servers.filter(server => names.includes(server.name));
}

export const ours = servers.find(server => server.name === 'ours');
