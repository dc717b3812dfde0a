import type { Keys } from './keys.ts'

/** Keys that are heard on every page, before anybody changes them, by what they do. */
export const globalKeys = {
  'command.open': ['mod+k'],
  'command.pages': [':'],
  'command.keys': ['?'],
  'command.repeat': ['.'],
  'command.undo': ['mod+z'],
} as const satisfies Readonly<Record<string, readonly Keys[]>>
