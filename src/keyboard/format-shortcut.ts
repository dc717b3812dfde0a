import type { Shortcut } from './shortcut.ts'

const keycaps: Readonly<Record<string, string>> = {
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
const modifierSigns: Readonly<Record<string, readonly [mac: string, elsewhere: string]>> = {
  ctrl: ['⌃', 'Ctrl+'],
  alt: ['⌥', 'Alt+'],
  shift: ['⇧', 'Shift+'],
  mod: ['⌘', 'Ctrl+'],
}

function formatKeystroke(step: string, mac: boolean): string {
  const [, before = '', key = ''] = /^(?:(.+)\+)?(.+)$/.exec(step) ?? []
  const beside = before.split('+')
  const order = mac ? ['ctrl', 'alt', 'shift', 'mod'] : ['ctrl', 'mod', 'alt', 'shift']
  const signs = order.filter((name) => beside.includes(name)).map((name) => modifierSigns[name]![mac ? 0 : 1])
  return signs.join('') + (keycaps[key] ?? (before ? key.toUpperCase() : key))
}

/** `aria-keyshortcuts`: a shortcut for screen readers, on any machine: `Control+K Meta+K`; none for two keys in turn. */
export function ariaKeyShortcuts(keys: Shortcut): string | undefined {
  if (keys.includes(' ')) return undefined
  const said = (mod: string) =>
    keys
      .split(/\+(?=.)/)
      .map((part) => (part === 'mod' ? mod : part === 'ctrl' ? 'Control' : part[0]!.toUpperCase() + part.slice(1)))
      .join('+')
  return keys.startsWith('mod+') ? `${said('Control')} ${said('Meta')}` : said('')
}

/** Formats a shortcut as it stands on the keys: `⇧⌘C` on a Mac, `Ctrl+Shift+C` elsewhere, `g r`. */
export const formatShortcut = (keys: Shortcut, mac: boolean): string =>
  keys
    .split(' ')
    .map((step) => formatKeystroke(step, mac))
    .join(' ')
