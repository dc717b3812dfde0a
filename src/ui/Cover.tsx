import { useKeys } from '#src/command/keyboard.ts'

/** Keeps the keys of what lies behind from being heard, while it stands. */
export function Cover() {
  useKeys('dialog', [])
  return null
}
