// A server of MCP whose answers a check decides, with the console of the sources.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const TYPES = { js: 'text/javascript', css: 'text/css' };

/**
 * Starts a server. `methods` has a function for each method, which returns the result or writes a response of its own;
 * `received` lists the messages, each with its text.
 */
export async function scripted(folder, methods) {
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url, 'http://localhost');
    if (searchParams.has('console') || request.headers.accept?.includes('text/html')) {
      await file(response, folder, searchParams.get('console') ?? 'index.html');
    } else {
      await answer(request, response, methods, received);
    }
  });
  const received = [];
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${server.address().port}/mcp`,
    received,
    last: method => received.findLast(message => message.method === method),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function file(response, folder, name) {
  const policy = "default-src 'none'; script-src 'nonce-check'; style-src 'self'; img-src data:; connect-src 'self'";
  response.writeHead(200, { 'Content-Type': TYPES[name.split('.').pop()] ?? 'text/html', 'Content-Security-Policy': policy });
  response.end((await readFile(join(folder, name), 'utf8')).replaceAll('{nonce}', 'check'));
}

async function answer(request, response, methods, received) {
  const text = (await request.toArray()).join('');
  const message = text ? { ...JSON.parse(text), text } : { method: request.method };
  received.push(message);
  const { id, method = 'answer', params } = message;
  const result = await methods[method]?.(params, response, { id, request });
  if (!response.headersSent) {
    response.writeHead(id === undefined ? 202 : 200, { 'Content-Type': 'application/json' });
    response.end(id === undefined || method === 'answer' ? '' : JSON.stringify({ jsonrpc: '2.0', id, result }));
  }
}

/** Begins a stream, and returns the function that sends a message. */
export function stream(response) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(': begins\n\n');
  return message => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}
