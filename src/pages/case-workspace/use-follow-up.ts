import { useRef, useState } from 'react'
import { type CaseWorkspace, caseWorkspace } from '#contract/case-workspace.ts'
import { collectionCase } from '#contract/cases.ts'
import type { FieldRefusal, PromiseDraft } from '#contract/follow-up-rules.ts'
import { followUps } from '#contract/follow-ups.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import type { Instant, LocalDate, Money } from '#contract/kernel/values.ts'
import { useBusy } from '#src/call/use-busy.ts'
import { parseContext } from '#src/command/arguments/draft-text.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { country } from '#src/locale/country.ts'
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
export function firstFault({ missing, unread, fault, nextAt }: FilledForm): FormField | null {
  if (unread || fault) return 'promises'
  return missing[0] ?? (nextAt ? null : 'nextAt')
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
