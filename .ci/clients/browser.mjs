// A user in front of a browser, for the pages of Spring's authorization server: logs in and consents, by forms.

/**
 * Opens the page to which a client sends its user, logs in, grants all scopes that the page asks for, and returns the
 * URL of the client to which the user is sent back.
 *
 * @param start the URL of the page
 * @param user the name of the user, which is the password, too
 */
export async function authorize(start, user) {
  const cookies = new Map();
  let url = new URL(start);
  let form;
  for (let step = 0; step < 10; step++) {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { Accept: 'text/html', Cookie: [...cookies].map(cookie => cookie.join('=')).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = cookie.match(/^([^=]+)=([^;]*)/);
      cookies.set(name, value);
    }
    const page = await response.text();
    const location = response.headers.get('location');
    if (location) {
      const next = new URL(location, url);
      if (next.origin !== url.origin) return next;
      [url, form] = [next, undefined];
    } else if (page.includes('name="password"')) {
      form = new URLSearchParams([...inputs(page), ['username', user], ['password', user]]);
    } else if (page.includes('name="scope"')) {
      [url, form] = [new URL('/oauth2/authorize', url), new URLSearchParams(inputs(page))];
    } else {
      throw new Error(`${url} is neither a login nor a consent page: ${response.status} ${page}`);
    }
  }
  throw new Error(`${start} does not lead back to the client`);
}

/** The names and values of the fields of a form that have a value. */
function inputs(page) {
  return [...page.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => ['name', 'value'].map(attribute => tag.match(new RegExp(` ${attribute}="([^"]*)"`))?.[1]))
    .filter(([name, value]) => name && value);
}
