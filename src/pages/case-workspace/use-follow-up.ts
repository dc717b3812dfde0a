import { useRef, useState } from 'react'
import { type CaseWorkspace, caseWorkspace } from '#contract/case-workspace.ts'
import { collectionCase } from '#contract/cases.ts'
import type { ContactPermission } from '#contract/contact-rules.ts'
import { contactWayOf, type FieldRefusal, type PromiseDraft } from '#contract/follow-up-rules.ts'
import { followUps } from '#contract/follow-ups.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import type { Instant, LocalDate, Money } from '#contract/kernel/values.ts'
import { useBusy } from '#src/call/use-busy.ts'
import { parseContext } from '#src/command/arguments/draft-text.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { country } from '#src/locale/country.ts'
import { say, text } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { replaceTab } from '../records/replace-tab.ts'
import { forgetCase, formOf, keepForm, passOver, takeNext } from './case-session.ts'
import { type FollowUpFields, type FormField, missingFields, promiseProblem } from './follow-up-form.ts'
import { type ParsedPromises, parseNext, parsePromises } from './parse-promises.ts'

/** What was understood of a form, what is wrong with it and what is missing. */
export interface FilledForm {
  readonly promises: readonly PromiseDraft[]
  /** Of what is typed as promises: what is not understood, and what the rules have against it. */
  readonly unread: ParsedPromises['problem']
  readonly fault: FieldRefusal | null
  readonly nextAt: Instant | undefined
  readonly missing: readonly FormField[]
}

/** What is owed on a day that may be promised. */
export const owedOn =
  ({ owed }: Pick<CaseWorkspace, 'owed'>) =>
  (day: LocalDate): Money | undefined =>
    owed.days.find((one) => one.day === day)?.owed

/** Reads what is typed. */
function readForm(form: FollowUpFields, detail: CaseWorkspace): FilledForm {
  const typing = parseContext()
  const context = { typing, owedOn: owedOn(detail) }
  const { promises, problem: unread } = parsePromises(form.promise, context)
  const held = { today: typing.today, daysMax: detail.owed.days.length - 1, owedOn: context.owedOn }
  const nextAt = parseNext(form.next, { typing, country: country(), promises })
  const missing = missingFields(form, { promises })
  return { promises, unread, fault: promiseProblem(form, promises, held), nextAt, missing }
}

/** The field that stands in the way of saving, the first of them; null where none does. */
function firstFault({ missing, unread, fault, nextAt }: FilledForm): FormField | null {
  if (unread || fault) return 'promises'
  return missing[0] ?? (nextAt ? null : 'nextAt')
}

/** What is wrong with what is typed as promises, in the reader's words; null where nothing is. */
export function promiseTrouble({ unread, fault }: Pick<FilledForm, 'unread' | 'fault'>): string | null {
  if (unread) return text(`caseWorkspace.form.${unread.key}`, { text: unread.text })
  return fault && say(`faults.${fault.fault}`, fault.values)
}

/**
 * Whether a rule stands against noting a contact, and not only against another one: what is noted may itself have been the
 * last that a limit lets through.
 */
const forbids = ({ rule }: ContactPermission): boolean => rule !== null && rule !== 'limit'

/**
 * Why a contact in the way of the form is refused now, in the reader's words; null where none is. `called`: a call of their
 * own is on, which may be noted at any time.
 */
export function contactTrouble({ contact }: CaseWorkspace, { way }: FollowUpFields, called: boolean): string | null {
  // whoever contacts us is answered at any time
  if (way === 'inbound' || (called && way === 'phone')) return null
  const against = contact.ways.find((one) => one.way === contactWayOf[way] && forbids(one))
  // a message of the house waits for its hour; whoever writes one by hand keeps to those for calls
  const late = way === 'sms' ? contact.ways.find((one) => one.way === 'call' && one.rule === 'window') : undefined
  const found = against ?? late
  return found ? (found.reason ?? text('caseWorkspace.contact.shut')) : null
}

/** What stands in the way of saving, in the order of the form and in the reader's words; none where nothing does. */
export function obstaclesTo(filled: FilledForm, contact: string | null): readonly string[] {
  const fields = filled.missing.map((field) => say(`followUps.${field}`).toLowerCase()).join(', ')
  const all = [
    contact,
    promiseTrouble(filled),
    filled.nextAt ? null : text('caseWorkspace.form.noTime'),
    fields === '' ? null : text('caseWorkspace.form.missing', { fields }),
  ]
  return all.filter((one) => one !== null)
}

/** Goes to the case that comes next; where none is to be worked, says so. */
async function goOn(after: CaseWorkspace['case']['id']): Promise<void> {
  const next = may(caseWorkspace.next.requires) ? await takeNext(after) : null
  replaceTab(next ? recordPath(collectionCase, next.id) : '/detail2')
}

/** Saves a complete form, and goes on with the next case. */
async function saveForm(form: FollowUpFields, filled: FilledForm, { case: { id, version } }: CaseWorkspace) {
  const { number, way, remark, notTheirs, result, willingness } = form
  await submitCall(followUps.add, {
    ...{ id, version, number, way, remark, notTheirs, promises: [...filled.promises] },
    // a complete form has them
    ...{ result: result!, willingness: willingness!, nextAt: filled.nextAt! },
  })
  forgetCase(id)
  await goOn(id)
}

/** A follow-up that is being filled in. */
export interface FollowUpDraft {
  readonly form: FollowUpFields
  readonly filled: FilledForm
  readonly busy: boolean
  /** What the form says now: the keys of somebody fast come before it is drawn. */
  current(): FollowUpFields
  change(edit: (form: FollowUpFields) => FollowUpFields): void
  /** Saves and goes on; where something is missing, goes to that. */
  save(): void
  /** Goes on without saving; what was typed is kept. */
  skip(): void
}

/** Form of a follow-up, kept while it is not saved. `able`: whether anything can be noted; `go`: goes to a field. */
export function useFollowUp(
  detail: CaseWorkspace,
  { able, go }: { readonly able: boolean; go(field: FormField): void },
): FollowUpDraft {
  const { id } = detail.case
  const [form, setForm] = useState(() => formOf(id))
  const latest = useRef(form)
  const { busy, during } = useBusy()
  const save = () => {
    if (!able) return
    const filled = readForm(latest.current, detail)
    const fault = firstFault(filled)
    if (fault) go(fault)
    else during(() => saveForm(latest.current, filled, detail))
  }
  return {
    ...{ form, busy, save, filled: readForm(form, detail), current: () => latest.current },
    change: (edit) => {
      latest.current = edit(latest.current)
      keepForm(id, latest.current)
      setForm(latest.current)
    },
    skip: () => {
      passOver(id)
      during(() => goOn(id))
    },
  }
}

/** What every part of the form stands on. `able`: whether anything can be noted. */
export interface FormProps {
  readonly detail: CaseWorkspace
  readonly draft: FollowUpDraft
  readonly able: boolean
  readonly today: LocalDate
}
