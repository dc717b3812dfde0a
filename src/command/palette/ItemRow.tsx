import type { HighlightedText } from '#src/command/search/search.ts'
import { formatShortcut } from '#src/keyboard/format-shortcut.ts'
import { isMac } from '#src/keyboard/keyboard.ts'
import styles from './ItemRow.module.css'
import type { PaletteItem } from './items/palette-item.ts'

/** A text with the stretches marked that were hit. */
function Highlighted({ text, ranges }: HighlightedText) {
  let at = 0
  const parts = ranges.flatMap(([from, to]) => {
    const pieces = [text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>]
    at = to
    return pieces
  })
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}

/** Keys as they stand on the keyboard: one, or two in turn. */
export function Keycaps({ keys }: { keys: string }) {
  const [first, second] = keys.split(' ')
  return (
    <span className={styles.keys}>
      <kbd>{first}</kbd>
      {second && <kbd>{second}</kbd>}
    </span>
  )
}

/** A command or a page in the palette. */
export function ItemRow({ found: { title, altTitle, detail, keys, disabled } }: { found: PaletteItem }) {
  return (
    <>
      <span className={disabled ? styles.off : styles.title}>
        <Highlighted {...title} />
      </span>
      {altTitle && (
        <span className={styles.also}>
          <Highlighted {...altTitle} />
        </span>
      )}
      <span className={styles.detail}>{detail}</span>
      {keys && <Keycaps keys={formatShortcut(keys, isMac)} />}
    </>
  )
}
