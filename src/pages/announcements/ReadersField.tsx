import { announcements } from '#contract/announcements.ts'
import { languages } from '#contract/settings.ts'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Announcements.module.css'
import { type AnnouncementDraft, readersIn } from './announcement-draft.ts'

interface Props {
  readonly draft: AnnouncementDraft
  readonly error: string | undefined
  readonly editable: boolean
  onToggle(id: string): void
}

/** What can be ticked, by the audience. */
function useChoices(
  audience: AnnouncementDraft['audience'],
): readonly { readonly id: string; readonly name: string }[] {
  const { word } = useText()
  const ofServer = audience === 'roles' || audience === 'units'
  const { data } = useCall(announcements.readers, {}, { enabled: ofServer })
  if (audience === 'languages') return languages.map((id) => ({ id, name: word('staff.language', id) }))
  return ofServer ? (data?.[audience] ?? []) : []
}

/** Whom it is for: roles, units or languages to be ticked. Not there for everybody. */
export function ReadersField({ draft, error, editable, onToggle }: Props) {
  const { text, word } = useText()
  const choices = useChoices(draft.audience)
  if (draft.audience === 'everybody') return null
  const ticked = readersIn(draft)
  return (
    <fieldset className={styles.readers} data-invalid={error ? '' : undefined}>
      <legend>{word('announcements.audience', draft.audience)}</legend>
      <div className={styles.ticks}>
        {choices.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" checked={ticked.includes(id)} disabled={!editable} onChange={() => onToggle(id)} />
            {name}
          </label>
        ))}
      </div>
      {draft.audience === 'units' && <p>{text('announcements.unitsHint')}</p>}
      {error && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
