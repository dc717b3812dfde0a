import { useRef } from 'react'
import { hasSubject, letterLanguages, messageChannels, occasionIds } from '#contract/message-occasions.ts'
import { type MessageTemplate, messageTemplates, subjectMax, textMax } from '#contract/message-templates.ts'
import { placeholderOf, variablesOf } from '#contract/message-text.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { SelectField, TextArea, TextField } from '#src/ui/Field.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import styles from './Templates.module.css'
import { type TemplateDraft, useTemplateDraft } from './use-template-draft.ts'

interface ChoicesProps {
  readonly draft: TemplateDraft
  /** One that is there keeps its occasion, channel and language. */
  readonly fixed: boolean
  change(part: Partial<TemplateDraft>): void
}

/** What it is for, by which channel, in which language. */
function TemplateChoices({ draft, fixed, change }: ChoicesProps) {
  const { text, word } = useText()
  const choose = <Field extends 'occasion' | 'channel' | 'language'>(
    field: Field,
    vocabulary: 'messages.template' | 'messages.channel' | 'messages.language',
    values: readonly TemplateDraft[Field][],
  ) => (
    <SelectField
      label={text(`messageTemplates.${field}`)}
      value={draft[field]}
      options={values.map((value) => [value, word(vocabulary, value)] as const)}
      disabled={fixed}
      onChange={(value) => change({ [field]: value })}
    />
  )
  return (
    <div className={styles.choices}>
      {choose('occasion', 'messages.template', occasionIds)}
      {choose('channel', 'messages.channel', messageChannels)}
      {choose('language', 'messages.language', letterLanguages)}
    </div>
  )
}

/** The variables of an occasion as buttons that insert them. */
function Variables({ draft, onInsert }: { draft: TemplateDraft; onInsert: (variable: string) => void }) {
  const { text, say, word } = useText()
  return (
    <section className={styles.variables} aria-label={text('messageTemplates.variables')}>
      {Object.entries(variablesOf(draft.occasion)).map(([name, kind]) => (
        <Button
          key={name}
          title={word('messageTemplates.variable', kind)}
          onClick={() => onInsert(placeholderOf(name))}
        >
          {placeholderOf(name)}
        </Button>
      ))}
      <small>{say('messageTemplates.variablesHint', { example: '{{conf.help.hotline}}' })}</small>
    </section>
  )
}

interface Props {
  /** None: it is being added. */
  readonly edited: MessageTemplate | null
  /** As it was saved. */
  readonly saved: TemplateDraft
  /** Hears the version that was saved. */
  onSaved?(version: number): void
}

/** Editor of a message template: what it says, and beside it what a customer would read. */
export function TemplateEditor({ edited, saved, onSaved }: Props) {
  const { text } = useText()
  const { draft, problems, busy, save, change } = useTemplateDraft(edited, saved, onSaved)
  const area = useRef<HTMLDivElement>(null)
  const editable = may((edited ? messageTemplates.edit : messageTemplates.add).requires)
  const keys = [{ id: 'messageTemplates.save', keys: 'mod+enter', run: () => editable && void save() }] as const
  useKeys('page', keys)
  useKeys('text', keys) // nothing is heard behind a field that writes
  const insert = (variable: string) => {
    const field = area.current?.querySelector('textarea')
    const [from, to] = [field?.selectionStart ?? draft.text.length, field?.selectionEnd ?? draft.text.length]
    change({ text: draft.text.slice(0, from) + variable + draft.text.slice(to) })
    field?.focus()
  }
  return (
    <div className={styles.editor}>
      <Panel title={text('messageTemplates.detail')}>
        <div className={styles.form} ref={area}>
          <TemplateChoices draft={draft} fixed={edited !== null} change={change} />
          {hasSubject(draft.channel) && (
            <TextField
              label={text('messageTemplates.subject')}
              value={draft.subject}
              lang={draft.language}
              maxLength={subjectMax}
              readOnly={!editable}
              error={problems.subject ?? null}
              onChange={({ target }) => change({ subject: target.value })}
            />
          )}
          <TextArea
            label={text('messageTemplates.text')}
            value={draft.text}
            lang={draft.language}
            maxLength={textMax}
            rows={6}
            readOnly={!editable}
            error={problems.text ?? null}
            onChange={({ target }) => change({ text: target.value })}
          />
          {editable && <Variables draft={draft} onInsert={insert} />}
          {editable && (
            <div>
              <Button tone="accent" busy={busy} onClick={() => void save()}>
                {text('messageTemplates.save')} <Kbd keys="mod+enter" />
              </Button>
            </div>
          )}
        </div>
      </Panel>
      <TemplatePreview draft={draft} />
    </div>
  )
}
