/**
 * Reads a stream of server-sent events: yields an object with `id`, `retry` and `data` for each event. A block without
 * any of these, such as a comment, is not an event.
 */
export async function* events(body) {
  let event = {};
  for await (const line of lines(body)) {
    if (line !== '') {
      add(line, event);
    } else {
      if (Object.keys(event).length > 0) {
        yield { ...event, data: event.data?.join('\n') ?? '' };
      }
      event = {};
    }
  }
}

function add(line, event) {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  if (name === 'data') {
    (event.data ??= []).push(value);
  } else if (name === 'id' || name === 'retry') {
    event[name] = value;
  }
}

// Collects the parts of a line until its end arrives, so that a long line is not searched again with each part.
async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let parts = [];
  let afterReturn = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      const [rest, ...begun] = (afterReturn ? value.replace(/^\n/, '') : value).split(/\r\n|\n|\r/);
      afterReturn = value.endsWith('\r');
      parts.push(rest);
      for (const line of begun) {
        yield parts.join('');
        parts = [line];
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
