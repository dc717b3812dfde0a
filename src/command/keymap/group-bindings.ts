import type { KeyBinding } from '#src/keyboard/layers.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'

/** One thing that keys do, with all the keys that do it. */
export interface BindingGroup {
  readonly id: string
  readonly title: string
  readonly keys: readonly Shortcut[]
}

/** `v 1`, `v 2`, … `v 5`: keys that choose by a digit. */
const digits = /^(.* )?\d$/

/** Whether a key is that of the next digit, behind the same letter or none. */
const follows = (one: Shortcut | undefined, next: Shortcut): boolean =>
  one?.slice(0, -1) === next.slice(0, -1) && Number(one.at(-1)) + 1 === Number(next.at(-1))

/** Keys of digits in rows without a gap. */
function rowsOf(keys: readonly Shortcut[]): readonly (readonly Shortcut[])[] {
  const rows: Shortcut[][] = []
  for (const key of keys) {
    const row = rows.at(-1)
    if (row && follows(row.at(-1), key)) row.push(key)
    else rows.push([key])
  }
  return rows
}

/** Shortcuts as help shows them: of digits in a row stand the first and the last, `1…9`, and behind a letter `v 1…8`. */
export function collapseDigits(keys: readonly Shortcut[]): readonly Shortcut[] {
  const rows = rowsOf(keys.filter((one) => digits.test(one))).flatMap(
    (row) => (row.length < 3 ? row : [`${row[0]}…${row.at(-1)!.at(-1)}` as Shortcut]), // it stands like one key, and is none
  )
  return [...keys.filter((one) => !digits.test(one)), ...rows]
}

/** Bindings by what they do: `j` and `↓` are two keys for one thing. In the order they are declared. */
export function groupBindings(
  bindings: readonly Pick<KeyBinding, 'id' | 'keys'>[],
  say: (id: string) => string,
): BindingGroup[] {
  const ids = [...new Set(bindings.map(({ id }) => id))]
  return ids.map((id) => ({
    id,
    title: say(id),
    keys: [...new Set(bindings.filter((one) => one.id === id).map(({ keys }) => keys))],
  }))
}
