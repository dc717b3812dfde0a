import type { ComparedRow } from '#contract/reviews/detail.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Dock.module.css'
import { askedItems, codesByClass, toggleItem } from './review-form.ts'
import type { Decision } from './use-decision.ts'

interface Props {
  readonly decision: Decision
  readonly able: boolean
}

/** A code and its label, which may begin with the code: it is said once. */
function CodeLabel({ code, label }: { code: string; label: string }) {
  const rest = label.startsWith(code) ? label.slice(code.length).replace(/^[\s·:–-]+/, '') : label
  return (
    <>
      <b>{code}</b> <span className={styles.label}>{rest}</span>
    </>
  )
}

/** All reject codes, by class and digit. Where something differs, its class says so. */
export function RejectCodes({ decision, able, compared }: Props & { compared: readonly ComparedRow[] }) {
  const { text, word } = useText()
  const { form, change } = decision
  const differing = compared.flatMap(({ same }, i) => (same === false ? [i + 1] : []))
  return (
    <div className={styles.classes}>
      {codesByClass.map(({ letter, codes }) => (
        <fieldset key={letter} disabled={!able}>
          <legend>
            <Kbd keys={letter} quiet /> {word('reviews.codeClass', letter)}
            {letter === 'C' && differing.length > 0 && <span data-tone="bad"> ≠ {differing.join(', ')}</span>}
          </legend>
          {codes.map((code, i) => (
            <button
              key={code}
              type="button"
              title={word('loans.rejectCode', code)}
              aria-pressed={form.mode === 'reject' && form.code === code}
              aria-keyshortcuts={`${letter} ${i + 1}`}
              onClick={() => change((now) => ({ ...now, mode: 'reject', code }))}
            >
              <span aria-hidden="true">{i + 1}</span> <CodeLabel code={code} label={word('loans.rejectCode', code)} />
            </button>
          ))}
        </fieldset>
      ))}
      <p className={styles.hint}>{text('reviews.codeHint')}</p>
    </div>
  )
}

/** What the customer can be asked for again. */
export function AskedItems({ decision, able }: Props) {
  const { text, word } = useText()
  const { form, change } = decision
  return (
    <fieldset disabled={!able} className={styles.items}>
      <legend>{text('reviews.items')}</legend>
      {askedItems.map((item, i) => (
        <button
          key={item}
          type="button"
          aria-pressed={form.items.includes(item)}
          aria-keyshortcuts={`b ${i + 1}`}
          onClick={() => change((now) => toggleItem(now, item))}
        >
          <span aria-hidden="true">{i + 1}</span> {word('reviews.asked', item)}
        </button>
      ))}
    </fieldset>
  )
}
