import type { HighlightedText } from '#src/command/search/search.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
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

/** A command or a page in the palette. */
export function ItemRow({ found: { title, altTitle, detail, keys, disabled } }: { found: PaletteItem }) {
  return (
    <>
      <span className={disabled ? styles.off : styles.title}>
        <Highlighted {...title} />
      </span>
      {altTitle && (
        <span className={styles.also} lang={altTitle.language}>
          <Highlighted {...altTitle} />
        </span>
      )}
      <span className={styles.detail}>{detail}</span>
      {keys && <Kbd keys={keys} />}
    </>
  )
}
