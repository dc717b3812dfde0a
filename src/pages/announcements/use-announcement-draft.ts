import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type Announcement, announcement as announcementSubject, announcements } from '#contract/announcements.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { CallFailed } from '#src/call/call.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { say, text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { type AnnouncementDraft, missingIn, toInput } from './announcement-draft.ts'

/** What is wrong, by field, in the reader's words. */
export type DraftProblems = Readonly<Partial<Record<string, string>>>

const missingProblems = (draft: AnnouncementDraft): DraftProblems =>
  Object.fromEntries(missingIn(draft).map((field) => [field, text('command.missing')]))

/** What the server has against a draft. What belongs to no field was said in a toast. */
const refusedFields = (error: unknown): DraftProblems =>
  error instanceof CallFailed ? Object.fromEntries(error.fields.map(({ field, reason }) => [field, reason])) : {}

/** The draft of an announcement, what is wrong with it, and how it is saved. `onSaved` hears the version it then has. */
export function useAnnouncementDraft(
  edited: Announcement | null,
  saved: AnnouncementDraft,
  onSaved?: (version: number) => void,
) {
  const [draft, setDraft] = useState(saved)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [busy, setBusy] = useState(false)
  const write = async () => {
    const input = toInput(draft)
    if (edited) {
      const { version } = await submitCall(announcements.edit, { id: edited.id, version: edited.version, ...input })
      toast('good', say('announcements.edit.done'))
      onSaved?.(version)
      return
    }
    const { id } = await submitCall(announcements.add, input)
    toast('good', say('announcements.add.done'))
    navigate(recordPath(announcementSubject, id), { replace: true })
  }
  const save = async () => {
    if (busy) return
    const missing = missingProblems(draft)
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    await write().catch((error: unknown) => setProblems(refusedFields(error)))
    setBusy(false)
  }
  return {
    draft,
    problems,
    busy,
    save,
    change: (part: Partial<AnnouncementDraft>) => setDraft((now) => ({ ...now, ...part })),
  }
}
