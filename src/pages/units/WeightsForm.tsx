import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import { fullWeight } from '#contract/unit-weights.ts'
import { type Sibling, units } from '#contract/units.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Weights.module.css'
import { checkWeights, draftsOf, parseWeight, type ShareDraft, type WeightsCheck } from './weights-draft.ts'

interface RowProps {
  readonly name: string
  readonly draft: ShareDraft
  readonly editable: boolean
  onDraft(draft: ShareDraft): void
}

/** A unit among its siblings: whether it is locked, and its weight. */
function WeightRow({ name, draft, editable, onDraft }: RowProps) {
  const { text } = useText()
  const weight = parseWeight(draft.weight)
  const wrong = weight === undefined || (weight === null && !draft.locked)
  return (
    <tr data-locked={draft.locked || undefined}>
      <th scope="row">{name}</th>
      <td>
        <input
          type="checkbox"
          aria-label={text('units.lockOf', { name })}
          checked={draft.locked}
          disabled={!editable}
          onChange={({ target }) => onDraft({ ...draft, locked: target.checked })}
        />
      </td>
      <td>
        <input
          className={styles.weight}
          inputMode="numeric"
          aria-label={text('units.weightOf', { name })}
          aria-invalid={wrong || undefined}
          value={draft.weight}
          readOnly={!editable}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onDraft({ ...draft, weight: target.value })}
        />
      </td>
    </tr>
  )
}

/** Goes to the weight above or below with the arrows, as in a sheet. */
function goByArrows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`.${styles.weight}`)]
  const next = fields[fields.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Why weights cannot be saved yet; nothing where they can. */
function useReason({ sum, empty, changed }: WeightsCheck, siblings: readonly Sibling[]): string | null {
  const { text } = useText()
  if (empty !== null) return text('units.weightEmpty', { name: siblings[empty]!.name })
  if (sum < fullWeight) return text('units.weightShort', { count: fullWeight - sum })
  if (sum > fullWeight) return text('units.weightOver', { count: sum - fullWeight })
  return changed ? null : text('units.weightUnchanged')
}

interface Props {
  readonly parentId: IdOf<'unit'> | null
  readonly siblings: readonly Sibling[]
}

/** Drafts of all siblings, and what saves them. */
function useWeights({ parentId, siblings }: Props) {
  const { text } = useText()
  const [drafts, setDrafts] = useState(() => draftsOf(siblings))
  const [busy, setBusy] = useState(false)
  const check = checkWeights(siblings, drafts)
  const save = async () => {
    if (!check.shares || busy) return
    setBusy(true)
    const saved = await submitCall(units.setWeights, { ...(parentId && { parentId }), shares: check.shares }).then(
      () => true,
      () => false, // said already
    )
    if (saved) toast('good', text('units.setWeights.done'))
    setBusy(false)
  }
  const change = (at: number, draft: ShareDraft) => setDrafts(drafts.map((one, i) => (i === at ? draft : one)))
  return { drafts, check, busy, save, change }
}

/** Weights and locks of all siblings, with their sum while it is typed; saved where it is complete. */
export function WeightsForm(props: Props) {
  const { siblings } = props
  const { text } = useText()
  const { drafts, check, busy, save, change } = useWeights(props)
  const reason = useReason(check, siblings)
  const editable = may(units.setWeights.requires)
  const table = useRef<HTMLTableElement>(null)
  const because = useId()
  useEffect(() => table.current?.querySelector<HTMLInputElement>(`.${styles.weight}`)?.focus(), [])
  const keys = [{ id: 'units.key.save', keys: 'mod+enter', run: () => void save() }] as const
  useKeys('page', keys)
  useKeys('text', keys) // nothing is heard behind a field that writes
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.hint}>{text('units.weightsHint')}</p>
      <table ref={table} className={styles.table} onKeyDown={goByArrows}>
        <thead>
          <tr>
            {(['name', 'locked', 'weight'] as const).map((field) => (
              <th key={field} scope="col">
                {text(`units.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {siblings.map(({ id, name }, i) => (
            <WeightRow key={id} {...{ name, editable }} draft={drafts[i]!} onDraft={(draft) => change(i, draft)} />
          ))}
        </tbody>
        <tfoot>
          <tr data-full={check.sum === fullWeight}>
            <th scope="row">{text('units.weightSum')}</th>
            <td />
            <td className={styles.sum}>{check.sum}</td>
          </tr>
        </tfoot>
      </table>
      <div className={styles.actions}>
        <Button
          type="submit"
          tone="accent"
          busy={busy}
          disabled={!editable || !check.shares}
          aria-describedby={because}
        >
          {text('units.weightSave')} <Kbd keys="mod+enter" />
        </Button>
        <span id={because} className={styles.reason} aria-live="polite">
          {reason}
        </span>
      </div>
    </form>
  )
}
