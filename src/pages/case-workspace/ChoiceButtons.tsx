import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Form.module.css'

interface Props<Code extends number> {
  readonly title: string
  /** Their labels stand under it. */
  readonly vocabulary: string
  readonly codes: readonly Code[]
  readonly chosen: Code | null
  readonly able: boolean
  /** Whether the next digit chooses here. */
  readonly digits: boolean
  choose(code: Code): void
}

/** Codes to choose one of, each by its digit or a click. */
export function ChoiceButtons<Code extends number>(props: Props<Code>) {
  const { title, vocabulary, codes, chosen, able, digits, choose } = props
  const { word } = useText()
  return (
    <fieldset className={styles.choices} disabled={!able} data-turn={digits || undefined} data-count={codes.length}>
      <legend>{title}</legend>
      {codes.map((code) => (
        <button
          key={code}
          type="button"
          title={word(vocabulary, code)}
          aria-pressed={chosen === code}
          {...(digits && { 'aria-keyshortcuts': String(code) })}
          onClick={() => choose(code)}
        >
          <Kbd keys={String(code) as Shortcut} quiet={!digits} /> <span>{word(vocabulary, code)}</span>
        </button>
      ))}
    </fieldset>
  )
}
