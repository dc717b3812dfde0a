import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Input } from '#contract/kernel/endpoint.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { hasSubject } from '#contract/message-occasions.ts'
import { type MessageTemplate, messageTemplate, messageTemplates } from '#contract/message-templates.ts'
import { CallFailed } from '#src/call/call.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { say, text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'

/** A template as it is being written. */
export type TemplateDraft = Pick<MessageTemplate, 'occasion' | 'channel' | 'language' | 'text'> & {
  readonly subject: string
}

/** One that says nothing yet. */
export const blankDraft: TemplateDraft = {
  ...{ occasion: 'dueSoon', channel: 'whatsapp', language: 'en', subject: '', text: '' },
}

/** What the editor of a template begins with. */
export const draftOf = ({ occasion, channel, language, subject, text: said }: MessageTemplate): TemplateDraft => {
  return { occasion, channel, language, subject: subject ?? '', text: said }
}

/** A draft as the server takes it: only what leaves by its channel. */
export const toInput = ({ subject, ...draft }: TemplateDraft): Input<typeof messageTemplates.add> => ({
  ...draft,
  subject: hasSubject(draft.channel) ? subject : '',
})

/** What is wrong, by field, in the reader's words. */
export type TemplateProblems = Readonly<Partial<Record<string, string>>>

/** What the server has against a draft. */
export const problemsOf = (error: unknown): TemplateProblems =>
  error instanceof CallFailed ? Object.fromEntries(error.fields.map(({ field, reason }) => [field, reason])) : {}

const missingIn = (draft: TemplateDraft): TemplateProblems => {
  const fields = [
    ...(draft.text.trim() === '' ? ['text'] : []),
    ...(hasSubject(draft.channel) && draft.subject.trim() === '' ? ['subject'] : []),
  ]
  return Object.fromEntries(fields.map((field) => [field, text('command.missing')]))
}

/** The draft of a template, what is wrong with it, and how it is saved. `onSaved` hears the version it then has. */
export function useTemplateDraft(
  edited: MessageTemplate | null,
  saved: TemplateDraft,
  onSaved?: (version: number) => void,
) {
  const [draft, setDraft] = useState(saved)
  const [problems, setProblems] = useState<TemplateProblems>({})
  const [busy, setBusy] = useState(false)
  const write = async () => {
    const { subject, text: said, ...of } = toInput(draft)
    if (edited) {
      const changed = { id: edited.id, version: edited.version, subject, text: said }
      const { version } = await submitCall(messageTemplates.edit, changed)
      toast('good', say('messageTemplates.edit.done'))
      onSaved?.(version)
      return
    }
    const { id } = await submitCall(messageTemplates.add, { ...of, subject, text: said })
    toast('good', say('messageTemplates.add.done'))
    navigate(recordPath(messageTemplate, id), { replace: true })
  }
  const save = async () => {
    if (busy) return
    const missing = missingIn(draft)
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    await write().catch((error: unknown) => setProblems(problemsOf(error)))
    setBusy(false)
  }
  const change = (part: Partial<TemplateDraft>) => setDraft((now) => ({ ...now, ...part }))
  return { draft, problems, busy, save, change }
}
