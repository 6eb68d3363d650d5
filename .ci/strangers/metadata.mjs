// Checks that the configuration metadata of the library describes every property under mcp.server.
//
//   node metadata.mjs spring-configuration-metadata.json
import { readFileSync } from 'node:fs';

const metadata = JSON.parse(readFileSync(process.argv[2], 'utf8'));
// Those of Actuator have names that Spring Boot gives.
const properties = metadata.properties
  .filter(property => !/^management\.(endpoint|health|info)\.mcp\./.test(property.name));
const names = properties.map(property => property.name);
const wanted = ['mcp.server.enabled', 'mcp.server.name', 'mcp.server.protocol-versions', 'mcp.server.http.path',
  'mcp.server.http.max-request-size', 'mcp.server.tools.timeout', 'mcp.server.session.max-age'];

const problems = [
  ...wanted.filter(name => !names.includes(name)).map(name => `${name} is missing`),
  ...names.filter(name => !name.startsWith('mcp.server.')).map(name => `${name} is not under mcp.server`),
  ...properties.filter(property => !property.description)
    .map(property => `${property.name} has no description`),
];
problems.forEach(problem => console.error(problem));
console.log(`${names.length} properties, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
