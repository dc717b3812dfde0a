import { type Announcement, announcements, audiences, contentMax, popUps, titleMax } from '#contract/announcements.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { DateField } from '#src/ui/DateField.tsx'
import { Markdown } from '#src/ui/data/Markdown.tsx'
import { SelectField, TextArea, TextField } from '#src/ui/Field.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Announcements.module.css'
import { type AnnouncementDraft, statesFrom, toggleReader } from './announcement-draft.ts'
import { ReadersField } from './ReadersField.tsx'
import { type DraftProblems, useAnnouncementDraft } from './use-announcement-draft.ts'

interface Props {
  /** None: it is being added. */
  readonly edited: Announcement | null
  /** As it was saved. */
  readonly saved: AnnouncementDraft
  /** Hears the version that was saved. */
  onSaved?(version: number): void
}

interface FieldsProps {
  readonly edited: Announcement | null
  readonly draft: AnnouncementDraft
  readonly problems: DraftProblems
  readonly editable: boolean
  change(part: Partial<AnnouncementDraft>): void
}

/** Whom it is for, how often it pops up, and on which days. */
function ConditionFields({ edited, draft, problems, editable, change }: FieldsProps) {
  const { text, word } = useText()
  const choose = <Field extends 'state' | 'audience' | 'popUp'>(
    field: Field,
    values: readonly AnnouncementDraft[Field][],
  ) => (
    <SelectField
      label={text(`announcements.${field}`)}
      value={draft[field]}
      options={values.map((value) => [value, word(`announcements.${field}`, value)] as const)}
      disabled={!editable}
      onChange={(value) => change({ [field]: value })}
    />
  )
  const day = (field: 'showFrom' | 'showUntil') => (
    <DateField
      label={text(`announcements.${field}`)}
      value={draft[field]}
      readOnly={!editable}
      error={problems[field] ?? null}
      onDay={(day) => change({ [field]: day })}
    />
  )
  return (
    <>
      <div className={styles.conditions}>
        {choose('state', statesFrom(edited?.state ?? null))}
        {choose('audience', audiences)}
        {choose('popUp', popUps)}
        {day('showFrom')}
        {day('showUntil')}
      </div>
      <ReadersField
        draft={draft}
        error={problems.readers}
        editable={editable}
        onToggle={(id) => change(toggleReader(draft, id))}
      />
    </>
  )
}

/** Editor of an announcement: what it says, for whom, and beside it how it will read. */
export function AnnouncementEditor({ edited, saved, onSaved }: Props) {
  const { text } = useText()
  const { draft, problems, busy, save, change } = useAnnouncementDraft(edited, saved, onSaved)
  const editable = may((edited ? announcements.edit : announcements.add).requires)
  const keys = [{ id: 'announcements.save', keys: 'mod+enter', run: () => editable && void save() }] as const
  useKeys('page', keys)
  useKeys('text', keys) // nothing is heard behind a field that writes
  return (
    <div className={styles.editor}>
      <Panel title={text('announcements.detail')}>
        <div className={styles.form}>
          <TextField
            label={text('announcements.title')}
            value={draft.title}
            maxLength={titleMax}
            autoFocus={!edited}
            readOnly={!editable}
            error={problems.title ?? null}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextArea
            label={text('announcements.content')}
            value={draft.content}
            maxLength={contentMax}
            rows={12}
            readOnly={!editable}
            error={problems.content ?? null}
            hint={text('announcements.contentHint')}
            onChange={({ target }) => change({ content: target.value })}
          />
          <ConditionFields {...{ edited, draft, problems, editable, change }} />
          {editable && (
            <div>
              <Button tone="accent" busy={busy} onClick={() => void save()}>
                {text('announcements.save')} <Kbd keys="mod+enter" />
              </Button>
            </div>
          )}
        </div>
      </Panel>
      <Panel title={text('announcements.preview')}>
        <div className={styles.preview}>
          <h3>{draft.title || '–'}</h3>
          <Markdown source={draft.content} />
        </div>
      </Panel>
    </div>
  )
}
