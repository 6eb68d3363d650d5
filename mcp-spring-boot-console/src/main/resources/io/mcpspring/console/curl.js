/** Returns a shell command that repeats a request. The token is left to a variable of the shell, so that it can be shared. */
export function curl({ method, url, headers, body }) {
  const lines = [`curl -sS -N ${quoted(String(url))}`];
  if (method !== 'POST' || body === undefined) {
    lines.push(`-X ${method}`);
  }
  for (const [name, value] of Object.entries(headers)) {
    lines.push(name === 'Authorization' ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quoted(`${name}: ${value}`)}`);
  }
  if (body !== undefined) {
    lines.push(`-d ${quoted(body)}`);
  }
  return lines.join(' \\\n  ');
}

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;
