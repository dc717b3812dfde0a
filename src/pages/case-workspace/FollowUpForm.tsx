import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { contactResults, repaymentWillingness } from '#contract/follow-up-rules.ts'
import { useText } from '#src/locale/text.ts'
import { useLiveCall } from '#src/shell/live-call/use-live-call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { ChoiceButtons } from './ChoiceButtons.tsx'
import { ContactFields } from './ContactFields.tsx'
import styles from './Form.module.css'
import { type FormField, withResult, withWillingness } from './follow-up-form.ts'
import { NextCaseLine } from './NextCaseLine.tsx'
import { NextRead, PromisesRead } from './ParsedPreview.tsx'
import { RemarkField } from './RemarkField.tsx'
import { contactTrouble, type FollowUpDraft, type FormProps, obstaclesTo } from './use-follow-up.ts'

/** A line that is typed: Enter goes on to what is missing, or saves; Escape leaves it. */
function TypedLine({
  field,
  label,
  value,
  hint,
  draft,
  able,
  type,
  children,
}: {
  readonly field: FormField
  readonly label: string
  readonly value: string
  readonly hint: string
  readonly draft: FollowUpDraft
  readonly able: boolean
  type(text: string): void
  readonly children: ReactNode
}) {
  const described = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    draft.save()
  }
  return (
    <label className={styles.line}>
      <span>{label}</span>
      <input
        data-field={field}
        value={value}
        placeholder={hint}
        readOnly={!able}
        autoComplete="off"
        aria-describedby={described}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
      />
      <span id={described} className={styles.read} role="status">
        {children}
      </span>
    </label>
  )
}

/** What stands in the way, and the one next act: it looks like one only where it would be done. */
function Finish({ detail, draft, able }: FormProps) {
  const { text } = useText()
  const { form, filled, busy, save } = draft
  const live = useLiveCall(detail.case.id)
  const obstacles = obstaclesTo(filled, contactTrouble(detail, form, live !== null))
  const ready = able && obstacles.length === 0
  const said = ready ? text('caseWorkspace.form.complete') : obstacles.join(' · ')
  return (
    <div className={styles.finish}>
      {/* where nothing can be noted at all, the head of the page says why */}
      <span title={said}>{said}</span>
      <Button tone={ready ? 'accent' : 'plain'} disabled={!able} busy={busy} aria-keyshortcuts="Enter" onClick={save}>
        {text('caseWorkspace.form.save')} <Kbd keys="enter" />
      </Button>
    </div>
  )
}

/** Form of a follow-up: what came of the contact, what was promised, when to go on, and the next case. */
export function FollowUpForm(props: FormProps) {
  const { detail, draft, able, today } = props
  const { text } = useText()
  const { form, change } = draft
  return (
    <section className={styles.form} aria-label={text('caseWorkspace.form')}>
      <ContactFields {...props} />
      <ChoiceButtons
        title={text('followUps.result')}
        vocabulary="cases.result"
        codes={contactResults}
        chosen={form.result}
        able={able}
        digits={form.turn === 'result'}
        choose={(result) => change((now) => withResult(now, result, today))}
      />
      <ChoiceButtons
        title={text('followUps.willingness')}
        vocabulary="vocabularies.willingness"
        codes={repaymentWillingness}
        chosen={form.willingness}
        able={able}
        digits={form.turn === 'willingness'}
        choose={(willingness) => change((now) => withWillingness(now, willingness))}
      />
      <TypedLine
        {...{ draft, able, field: 'promises', value: form.promise, label: text('caseWorkspace.form.promise') }}
        hint={text('caseWorkspace.form.promiseHint')}
        type={(promise) => change((now) => ({ ...now, promise }))}
      >
        <PromisesRead filled={draft.filled} detail={detail} />
      </TypedLine>
      <TypedLine
        {...{ draft, able, field: 'nextAt', value: form.next, label: text('followUps.nextAt'), hint: '10:00' }}
        type={(next) => change((now) => ({ ...now, next }))}
      >
        <NextRead filled={draft.filled} />
      </TypedLine>
      <RemarkField draft={draft} able={able} />
      <Finish {...props} />
      <NextCaseLine skip={draft.skip} />
    </section>
  )
}
