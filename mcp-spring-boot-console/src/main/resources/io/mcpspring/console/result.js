import { button, el, tabs } from './dom.js';
import { indented, parse } from './json.js';
import { json, pre, size, structured } from './value.js';

const IMAGE = /^image\/[a-z0-9.+-]+$/i;

const AUDIO = /^audio\/[a-z0-9.+-]+$/i;

/** Shows a result. `open` is called with the URI of a resource that the user wants to read. */
export function resultView(kind, result, open) {
  const panels = [];
  const shown = { tools: contentPanels, prompts: messagePanels, resources: resourcePanels, templates: resourcePanels };
  panels.push(...shown[kind](result, open), ['JSON', () => json(result)]);
  return el('div', {}, result.isError && el('p', { className: 'problem' }, 'The tool reports an error.'),
    tabs('Result', panels));
}

function contentPanels({ content = [], structuredContent }, open) {
  const panels = [];
  if (structuredContent !== undefined) {
    panels.push(['Table', () => structured(structuredContent)]);
  }
  const blocks = ['Content', () => el('div', {}, content.length === 0 && el('p', { className: 'quiet' }, 'No content'),
    content.map(block => contentView(block, open)))];
  const onlyText = content.every(block => block.type === 'text');
  panels[structuredContent !== undefined && onlyText ? 'push' : 'unshift'](blocks);
  const parsed = structuredContent === undefined && content.length === 1 && parsedText(content[0]);
  if (parsed) {
    panels.push(['Table', () => structured(parsed)]);
  }
  return panels;
}

function parsedText({ type, text }) {
  if (type !== 'text' || !/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function messagePanels({ messages = [], description }, open) {
  return [['Messages', () => el('div', {}, description && el('p', {}, description), messages.map(message =>
    el('div', { className: `message ${message.role === 'assistant' ? 'assistant' : 'user'}` },
      el('h4', {}, message.role), [message.content].flat().map(block => contentView(block, open)))))]];
}

function resourcePanels({ contents = [] }) {
  return [['Content', () => el('div', {}, contents.map(resourceView))]];
}

/** Shows a block of content. */
export function contentView(block, open) {
  switch (block.type) {
    case 'text':
      return pre(block.text ?? '');
    case 'image':
      return media(block.mimeType, block.data);
    case 'audio':
      return media(block.mimeType, block.data);
    case 'resource':
      return resourceView(block.resource ?? {});
    case 'resource_link':
      return el('div', { className: 'resource' }, el('p', {}, el('code', {}, block.uri), ` ${block.title ?? block.name ?? ''} `,
        el('span', { className: 'quiet' }, block.mimeType ?? ''), ' ', open && button('Read', () => open(block.uri))));
    default:
      return json(block);
  }
}

function resourceView({ uri, mimeType, text, blob }) {
  return el('div', { className: 'resource' },
    el('p', {}, el('code', {}, uri), ' ', el('span', { className: 'quiet' }, mimeType ?? 'no media type')),
    text !== undefined ? textView(text, mimeType) : media(mimeType, blob ?? '', uri));
}

const textView = (text, mimeType) => /[/+]json$/.test(mimeType ?? '')
  ? el('div', {}, pre(indented(text), 'code')) : pre(text);

// An image is never part of the document: an SVG image must not run scripts.
function media(mimeType = '', data = '', uri = '') {
  const bytes = Math.floor(data.length * 3 / 4);
  const note = `${mimeType || 'no media type'}, ${size(bytes, 'bytes')}`;
  const file = el('a', {
    href: `data:application/octet-stream;base64,${data}`, download: uri.split(/[/\\]/).pop() || `content.${extension(mimeType)}`,
  }, 'Save');
  if (IMAGE.test(mimeType)) {
    const caption = el('span', {}, note);
    const image = el('img', {
      alt: `Image (${mimeType})`, src: `data:${mimeType};base64,${data}`,
      onload: () => { caption.textContent = `${note}, ${image.naturalWidth} × ${image.naturalHeight}`; },
      onerror: () => { caption.textContent = `${note}: the browser cannot show this image`; },
    });
    return el('figure', {}, image, el('figcaption', { className: 'quiet' }, caption, ' ', file));
  }
  if (AUDIO.test(mimeType)) {
    const caption = el('span', {}, note);
    const audio = el('audio', {
      controls: true, src: `data:${mimeType};base64,${data}`, 'aria-label': `Sound (${mimeType})`,
      onloadedmetadata: () => { caption.textContent = `${note}, ${audio.duration.toFixed(1)} s`; },
      onerror: () => { caption.textContent = `${note}: the browser cannot play this sound`; },
    });
    return el('figure', {}, audio, el('figcaption', { className: 'quiet' }, caption, ' ', file));
  }
  return el('p', { className: 'quiet' }, note, ' ', file);
}

const extension = mimeType => /^\w+\/(?:x-)?([a-z0-9]+)/i.exec(mimeType)?.[1] ?? 'bin';
