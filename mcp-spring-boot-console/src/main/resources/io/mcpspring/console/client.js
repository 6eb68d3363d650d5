import { RpcError } from './connection.js';
import { LegacyClient } from './legacy.js';
import { ModernClient } from './modern.js';

/** The revisions of the protocol, newest first. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

const MODERN = '2026-07-28';

/** Creates a client of a revision and connects it. */
export async function connect(connection, revision, options) {
  const client = revision >= MODERN
    ? new ModernClient(connection, revision, options)
    : new LegacyClient(connection, revision, options);
  await client.connect();
  return client;
}

const LISTS = {
  tools: ['tools', 'tools/list', 'tools'],
  prompts: ['prompts', 'prompts/list', 'prompts'],
  resources: ['resources', 'resources/list', 'resources'],
  templates: ['resources', 'resources/templates/list', 'resourceTemplates'],
};

/** Reads all pages of all lists that the server has. */
export async function listAll(client) {
  const lists = await Promise.all(Object.entries(LISTS).map(async ([kind, [capability, method, member]]) =>
    [kind, client.capabilities[capability] ? await pages(client, method, member) : []]));
  return Object.fromEntries(lists);
}

async function pages(client, method, member) {
  const entries = [];
  let cursor;
  do {
    const page = await client.request(method, cursor === undefined ? {} : { cursor });
    if (!Array.isArray(page[member])) {
      throw new RpcError(`The result of ${method} has no '${member}'`);
    }
    entries.push(...page[member]);
    cursor = page.nextCursor;
  } while (cursor !== undefined && cursor !== null);
  return entries;
}
