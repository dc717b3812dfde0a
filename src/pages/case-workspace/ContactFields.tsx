import { followUpWays, isUsable } from '#contract/follow-up-rules.ts'
import { useText } from '#src/locale/text.ts'
import hidden from '#src/ui/hidden.module.css'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Form.module.css'
import type { FormProps } from './use-follow-up.ts'

/** Whom was spoken to, by which number and how; of somebody else whether it is the customer's number at all. */
export function ContactFields({ detail: { numbers }, draft: { form, change }, able }: FormProps) {
  const { text, word } = useText()
  const usable = numbers.filter(({ mark }) => isUsable(mark, form.way))
  return (
    <>
      <div className={styles.contactFields}>
        <label>
          <span className={hidden.hidden}>{text('followUps.number')}</span>
          <select
            disabled={!able}
            value={form.number}
            onChange={({ target }) => change((now) => ({ ...now, number: target.value }))}
          >
            {usable.map(({ number, name, relation, phone }) => (
              <option key={number} value={number}>
                {[
                  name ?? text('caseWorkspace.contact.self'),
                  relation && word('vocabularies.relation', relation),
                  phone,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </option>
            ))}
          </select>
          <Kbd keys="o" quiet />
        </label>
        <label>
          <span className={hidden.hidden}>{text('followUps.way')}</span>
          <select
            disabled={!able}
            value={form.way}
            onChange={({ target }) =>
              change((now) => ({ ...now, way: followUpWays.find((one) => one === target.value) ?? now.way }))
            }
          >
            {followUpWays.map((way) => (
              <option key={way} value={way}>
                {word('followUps.way', way)}
              </option>
            ))}
          </select>
          <Kbd keys="v" quiet />
        </label>
      </div>
      {form.result === 2 && (
        <label>
          <input
            type="checkbox"
            disabled={!able}
            checked={form.notTheirs}
            onChange={({ target }) => change((now) => ({ ...now, notTheirs: target.checked }))}
          />
          {text('followUps.notTheirs')} <Kbd keys="x" quiet />
        </label>
      )}
    </>
  )
}
