// Authorization by the two generations of the official TypeScript client, against the sample with the profile "secured":
// discovery, registration, PKCE, login, a call, and further scopes after a 403.
//
//   node oauth.mjs URL
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import * as legacy from '@modelcontextprotocol/sdk/client/index.js';
import * as legacyAuth from '@modelcontextprotocol/sdk/client/auth.js';
import * as legacyHttp from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { authorize } from './browser.mjs';

const url = process.argv[2];
const sql = 'SELECT * FROM weather';

/** Keeps what a client remembers of its authorization, and the requests that the client sends to pages. */
class Authorization {
  redirectUrl = 'http://127.0.0.1:33418/callback';
  clientMetadata = {
    client_name: 'check',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  pages = [];

  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; }
  tokens() { return this.issued; }
  saveTokens(tokens) { this.issued = tokens; }
  codeVerifier() { return this.verifier; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  discoveryState() { return this.discovered; }
  saveDiscoveryState(discovered) { this.discovered = discovered; }
  redirectToAuthorization(page) { this.pages.push(page); }

  get claims() {
    return JSON.parse(Buffer.from(this.issued.access_token.split('.')[1], 'base64url').toString());
  }
}

/** Repeats an action after the user has been asked, as an application does with an UnauthorizedError. */
async function withUser(user, { authorization, transport, Unauthorized }, action) {
  await assert.rejects(action, Unauthorized);
  const page = authorization.pages.at(-1);
  const callback = await authorize(page, user);
  assert.equal(callback.searchParams.get('error'), null, String(callback));
  await transport().finishAuth(callback.searchParams.get('code'));
  const result = await action();
  return { result, page };
}

async function check(name, user, Unauthorized, create) {
  const authorization = new Authorization();
  let client;
  let transport;
  const session = { authorization, transport: () => transport, Unauthorized };

  const first = await withUser(user, session, () => {
    ({ client, transport } = create(authorization));
    return client.connect(transport);
  });
  assert.ok(authorization.client.client_id, 'the client has registered itself');
  assert.equal(authorization.client.client_secret, undefined);
  assert.equal(first.page.searchParams.get('code_challenge_method'), 'S256');
  assert.equal(first.page.searchParams.get('resource'), url);
  assert.equal(first.page.searchParams.get('scope'), 'desk:read', 'only what the challenge of the 401 names');
  assert.equal(authorization.claims.sub, user);
  assert.deepEqual([authorization.claims.aud].flat(), [url]);

  const { tools } = await client.listTools();
  assert.ok(tools.some(tool => tool.name === 'save_table'), 'tools that lack only scopes are listed');
  const count = await client.callTool({ name: 'query', arguments: { sql: 'SELECT COUNT(*) FROM weather' } });
  assert.match(JSON.stringify(count), /1461/);

  const table = `${user}_${name.replaceAll(/\W/g, '')}`;
  const second = await withUser(user, session, () =>
    client.callTool({ name: 'save_table', arguments: { name: table, sql } }));
  assert.deepEqual(second.page.searchParams.get('scope').split(' ').sort(), ['desk:read', 'desk:write']);
  assert.equal(second.page.searchParams.get('client_id'), authorization.client.client_id);
  assert.match(second.result.content[0].text, /Saved 1461 rows/);
  assert.deepEqual([...authorization.claims.scope].sort(), ['desk:read', 'desk:write']);
  await client.close();
  console.log(`${name}: ${user} has logged in, queried, and saved a table after a further consent`);
}

await check('sdk', 'ada', legacyAuth.UnauthorizedError, authorization => ({
  client: new legacy.Client({ name: 'legacy', version: '1' }),
  transport: new legacyHttp.StreamableHTTPClientTransport(new URL(url), { authProvider: authorization }),
}));
for (const mode of ['legacy', 'auto']) {
  await check(`client-${mode}`, 'ben', UnauthorizedError, authorization => ({
    client: new Client({ name: 'modern', version: '1' }, { versionNegotiation: { mode } }),
    transport: new StreamableHTTPClientTransport(new URL(url), { authProvider: authorization }),
  }));
}

// A token for another server must not be accepted.
const metadata = await (await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url))).json();
assert.equal(metadata.resource, url);
const foreign = await fetch(`${metadata.authorization_servers[0]}/oauth2/token`, {
  method: 'POST',
  headers: { Authorization: `Basic ${btoa('client:secret')}` },
  body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'desk:read', resource: 'https://other.example/mcp' }),
});
const { access_token: token } = await foreign.json();
const refused = await fetch(url, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
assert.equal(refused.status, 401);
assert.match(refused.headers.get('www-authenticate'), /error="invalid_token"/);
console.log('a token for another resource is refused');
