import { useKeys } from '#src/keyboard/keyboard.ts'

/** Key trap: keeps the keys of what lies behind from being heard, while it stands. */
export function KeyTrap() {
  useKeys('dialog', [])
  return null
}
