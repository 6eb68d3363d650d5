// Access tokens of an issuer that exists only here.
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { output } from './output.mjs';

const DAY = 86_400;

/** Returns {token, keyFile}: a token that is valid for a day, and the file with the key that verifies it. */
export function issueToken() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const keyFile = output('keys', 'public.pem');
  writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: 'benchmark', aud: 'benchmark', scope: 'tools', iat: now, exp: now + DAY };
  const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url');
  return { token: `${content}.${signature}`, keyFile };
}
