import {
  type Announcement,
  type AnnouncementState,
  announcementFlow,
  type announcements,
} from '#contract/announcements.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

type Audience = Announcement['audience']

/** An announcement as it is being written. */
export interface AnnouncementDraft {
  readonly title: string
  readonly content: string
  readonly state: Exclude<AnnouncementState, 'removed'>
  readonly audience: Audience
  /** What is ticked, by the audience it belongs to: whoever looks at another loses nothing. */
  readonly readers: Readonly<Partial<Record<Audience, readonly string[]>>>
  readonly popUp: Announcement['popUp']
  /** Days as they are typed; empty for none. */
  readonly showFrom: string
  readonly showUntil: string
}

/** One that says nothing yet. */
export const blankDraft: AnnouncementDraft = {
  ...{ title: '', content: '', state: 'draft', audience: 'everybody', readers: {}, popUp: 'once' },
  ...{ showFrom: '', showUntil: '' },
}

/** What the editor of an announcement begins with. */
export const draftOf = (saved: Announcement, readers: readonly string[]): AnnouncementDraft => {
  const { title, content, state, audience, popUp, showFrom, showUntil } = saved
  return {
    ...{ title, content, audience, popUp, readers: { [audience]: readers } },
    state: state === 'removed' ? 'disabled' : state,
    ...{ showFrom: showFrom ?? '', showUntil: showUntil ?? '' },
  }
}

/** Whom a draft is for, of the audience it has. */
export const readersIn = ({ audience, readers }: AnnouncementDraft): readonly string[] => readers[audience] ?? []

/** `draft` with one reader more, or one less. */
export function toggleReader(draft: AnnouncementDraft, id: string): AnnouncementDraft {
  const ticked = readersIn(draft)
  const next = ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]
  return { ...draft, readers: { ...draft.readers, [draft.audience]: next } }
}

/** The states that an announcement may be saved in: any but deleted of a new one, of another those it can go to. */
export function statesFrom(before: AnnouncementState | null): readonly AnnouncementDraft['state'][] {
  const all = ['draft', 'enabled', 'disabled'] as const
  if (!before) return all
  const reachable = announcementFlow.events(before).map((event) => announcementFlow.after(before, event))
  return all.filter((state) => reachable.includes(state))
}

/** Fields that a draft lacks. */
export const missingIn = (draft: AnnouncementDraft): readonly ('title' | 'content' | 'readers')[] => [
  ...(['title', 'content'] as const).filter((field) => draft[field].trim() === ''),
  ...(draft.audience !== 'everybody' && readersIn(draft).length === 0 ? (['readers'] as const) : []),
]

/** A draft as the server takes it. */
export const toInput = (draft: AnnouncementDraft): Input<typeof announcements.add> => {
  const { title, content, state, audience, popUp, showFrom, showUntil } = draft
  return {
    ...{ title, content, state, audience, popUp, readers: [...readersIn(draft)] },
    ...(showFrom && { showFrom: showFrom as LocalDate }), // whether it is a day, the server knows
    ...(showUntil && { showUntil: showUntil as LocalDate }),
  }
}
