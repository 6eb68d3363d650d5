/**
 * Creates an element. Children that are not nodes are inserted as text, never as HTML, because most of them come from the
 * server. Properties whose names begin with "on" are listeners, names with a dash are attributes; `undefined` is omitted.
 */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) {
      continue;
    }
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (key.includes('-') || key === 'role' || key === 'list') {
      element.setAttribute(key, value);
    } else {
      element[key] = value;
    }
  }
  element.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null && child !== false));
  return element;
}

export const byId = id => document.getElementById(id);

/** Creates a button that does not submit a form. */
export const button = (text, onclick, properties = {}) => el('button', { type: 'button', onclick, ...properties }, text);

/** Creates a button that copies a text. */
export function copyButton(text, supply) {
  const copy = button(text, async () => {
    await copied(supply());
    copy.textContent = 'Copied';
    setTimeout(() => { copy.textContent = text; }, 1500);
  });
  return copy;
}

// The clipboard API exists in secure contexts only.
async function copied(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = el('textarea', { value: text });
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

let ids = 0;

/** Returns an id that is unique in the page. */
export const uniqueId = prefix => `${prefix}-${++ids}`;

/** Creates tabs, operated by the arrow keys as well: `panels` is a list of [title, function that creates the content]. */
export function tabs(label, panels) {
  const content = el('div', { role: 'tabpanel', tabIndex: 0, className: 'panel' });
  const list = el('div', { role: 'tablist', 'aria-label': label, className: 'tabs' });
  const select = index => {
    [...list.children].forEach((tab, at) => {
      tab.setAttribute('aria-selected', at === index);
      tab.tabIndex = at === index ? 0 : -1;
    });
    content.setAttribute('aria-labelledby', list.children[index].id);
    content.replaceChildren(panels[index][1]());
  };
  const move = (event, index) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const next = (index + step + panels.length) % panels.length;
      select(next);
      list.children[next].focus();
    }
  };
  panels.forEach(([title], index) => list.append(
    button(title, () => select(index), { role: 'tab', id: uniqueId('tab'), onkeydown: event => move(event, index) })));
  select(0);
  return el('div', {}, list, content);
}
