import type { Keys } from './keys.ts'

const caps: Readonly<Record<string, string>> = {
  enter: '↵',
  space: 'Space',
  escape: 'Esc',
  tab: 'Tab',
  backspace: '⌫',
  delete: 'Del',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}
const held: Readonly<Record<string, readonly [mac: string, elsewhere: string]>> = {
  ctrl: ['⌃', 'Ctrl+'],
  alt: ['⌥', 'Alt+'],
  shift: ['⇧', 'Shift+'],
  mod: ['⌘', 'Ctrl+'],
}

function showStep(step: string, mac: boolean): string {
  const [, before = '', key = ''] = /^(?:(.+)\+)?(.+)$/.exec(step) ?? []
  const beside = before.split('+')
  const order = mac ? ['ctrl', 'alt', 'shift', 'mod'] : ['ctrl', 'mod', 'alt', 'shift']
  const signs = order.filter((name) => beside.includes(name)).map((name) => held[name]![mac ? 0 : 1])
  return signs.join('') + (caps[key] ?? (before ? key.toUpperCase() : key))
}

/** A shortcut as a screen reader is told of it, wherever it is: `Control+K Meta+K`; nothing of two keys in turn. */
export function spoken(keys: Keys): string | undefined {
  if (keys.includes(' ')) return undefined
  const said = (mod: string) =>
    keys
      .split(/\+(?=.)/)
      .map((part) => (part === 'mod' ? mod : part === 'ctrl' ? 'Control' : part[0]!.toUpperCase() + part.slice(1)))
      .join('+')
  return keys.startsWith('mod+') ? `${said('Control')} ${said('Meta')}` : said('')
}

/** A shortcut as it stands on the keys: `⇧⌘C` on a Mac, `Ctrl+Shift+C` elsewhere, `g r`. */
export const show = (keys: Keys, mac: boolean): string =>
  keys
    .split(' ')
    .map((step) => showStep(step, mac))
    .join(' ')
