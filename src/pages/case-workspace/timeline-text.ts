import { callFlow } from '#contract/calls.ts'
import type { TimelineEntry } from '#contract/case-workspace.ts'
import { fieldOf } from '#contract/kernel/field.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import type { Tone } from '#contract/kernel/vocabulary.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { messageFlow } from '#contract/messages.ts'
import { paymentFlow } from '#contract/payments.ts'
import { promiseFlow } from '#contract/promises.ts'
import { reductionFlow } from '#contract/reductions.ts'
import type { Language } from '#locales/index.ts'
import { tonesOf } from '#src/locale/choices.ts'
import { formatDuration } from '#src/locale/format.ts'
import { text, word, worded } from '#src/locale/text.ts'

type Kind = TimelineEntry['kind']
/** The states that each kind of line may have. */
const states = {
  call: fieldOf('state', callFlow.State),
  message: fieldOf('state', messageFlow.State),
  promise: fieldOf('state', promiseFlow.State),
  payment: fieldOf('state', paymentFlow.State),
  reduction: fieldOf('state', reductionFlow.State),
  order: fieldOf('state', loanFlow.State),
}

/** Kinds of lines that may be looked at alone. */
export const timelineFilters = {
  all: null,
  calls: ['call', 'followUp'],
  messages: ['message'],
  money: ['promise', 'payment', 'reduction', 'order'],
} as const satisfies Record<string, readonly Kind[] | null>
export type TimelineFilter = keyof typeof timelineFilters

/** Whether a line is among those that are looked at. */
export const isShown = ({ kind }: TimelineEntry, filter: TimelineFilter): boolean =>
  (timelineFilters[filter] as readonly Kind[] | null)?.includes(kind) ?? true

const joined = (...parts: readonly (string | null | false)[]) => parts.filter(Boolean).join(' · ')

/** How a line stands, by the colour of its state. */
export function toneOf({ kind, state }: TimelineEntry): Tone {
  if (kind === 'followUp') return 'info'
  return (state !== null && tonesOf(states[kind])[state]) || 'muted'
}

/** What a line is about. */
export function titleOf({ kind, state, followUp, seconds, amount, id }: TimelineEntry, language: Language): string {
  if (kind === 'followUp' && followUp) return `${followUp.result} ${word('cases.result', followUp.result)}`
  const field = kind === 'followUp' ? null : states[kind]
  const said = field && state !== null ? word(field.of ?? '', state) : null
  return joined(
    text(`caseWorkspace.kind.${kind}`),
    kind === 'order' && id,
    amount && formatMoney(amount, language),
    said,
    seconds !== null && formatDuration(seconds),
  )
}

const ways = {
  followUp: 'followUps.way',
  call: 'followUps.way',
  message: 'messages.channel',
  payment: 'payments.channel',
}

/** Who, how and what for. */
export function detailOf({ kind, way, about, by, day, followUp }: TimelineEntry): string {
  const vocabulary = kind in ways ? ways[kind as keyof typeof ways] : null // as it has just been seen
  const named = { message: 'messages.template', payment: 'payments.kind', reduction: 'reasons' } as const
  return joined(
    followUp && `${followUp.willingness} ${word('vocabularies.willingness', followUp.willingness)}`,
    followUp?.relation ? word('vocabularies.relation', followUp.relation) : null,
    way && vocabulary && word(vocabulary, way),
    day && text('caseWorkspace.timeline.until', { day }),
    about && (kind in named ? worded(named[kind as keyof typeof named], about) : about), // as above
    by,
  )
}
