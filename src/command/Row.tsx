import type { Found } from './found.ts'
import { mac } from './keyboard.ts'
import { show } from './keys/show.ts'
import styles from './Row.module.css'
import type { Marked } from './search/search.ts'

/** A text with the stretches marked that were hit. */
function Highlighted({ text, ranges }: Marked) {
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
export function Row({ found: { title, also, detail, keys, off } }: { found: Found }) {
  return (
    <>
      <span className={off ? styles.off : styles.title}>
        <Highlighted {...title} />
      </span>
      {also && (
        <span className={styles.also}>
          <Highlighted {...also} />
        </span>
      )}
      <span className={styles.detail}>{detail}</span>
      {keys && <Keycaps keys={show(keys, mac)} />}
    </>
  )
}
