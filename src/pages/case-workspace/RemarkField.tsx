import { type KeyboardEvent, useId } from 'react'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Form.module.css'
import { snippetFor, snippets, withSnippet } from './snippets.ts'
import type { FollowUpDraft } from './use-follow-up.ts'

const remarkMax = 500

/** The remark, with snippets: chosen from a list, or by `;`, a few letters and Tab. Enter saves. */
export function RemarkField({ draft: { form, change, save }, able }: { draft: FollowUpDraft; able: boolean }) {
  const { text } = useText()
  const [field, described] = [useId(), useId()]
  const known = snippets()
  const meant = snippetFor(form.remark, known)
  const write = (remark: string) => change((now) => ({ ...now, remark: remark.slice(0, remarkMax) }))
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'Tab' && meant && !event.shiftKey) {
      event.preventDefault()
      write(withSnippet(form.remark, meant))
    }
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    save()
  }
  return (
    <div className={styles.line}>
      <span className={styles.remarkHead}>
        <label htmlFor={field}>
          {text('followUps.remark')} <Kbd keys="m" quiet />
        </label>
        <select
          aria-label={text('dictionaries.of.reasons.followUp')}
          disabled={!able}
          value=""
          onChange={({ target }) => write(withSnippet(form.remark, target.value))}
        >
          <option value="" disabled>
            …
          </option>
          {known.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </span>
      <textarea
        id={field}
        data-field="remark"
        rows={2}
        maxLength={remarkMax}
        readOnly={!able}
        value={form.remark}
        placeholder={text('caseWorkspace.form.snippets')}
        aria-describedby={described}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      <span id={described} className={styles.read} role="status">
        {meant && (
          <span>
            <Kbd keys="tab" /> {meant}
          </span>
        )}
      </span>
    </div>
  )
}
