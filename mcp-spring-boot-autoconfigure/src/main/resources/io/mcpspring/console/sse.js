/** Reads a stream of server-sent events: yields an object with `id`, `retry` and `data` for each event. */
export async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      pending += value;
      let end;
      while ((end = /\r\n\r\n|\n\n|\r\r/.exec(pending))) {
        yield parse(pending.slice(0, end.index));
        pending = pending.slice(end.index + end[0].length);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parse(block) {
  const event = { data: '' };
  const data = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line);
    if (field === 'data') {
      data.push(value);
    } else if (field === 'id' || field === 'retry') {
      event[field] = value;
    }
  }
  event.data = data.join('\n');
  return event;
}
