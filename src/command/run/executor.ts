import { ref } from 'valtio'
import { type Batch, batches, type Rehearsal } from '#contract/batches.ts'
import { call, isUnanswered, nounOf } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { errorMessage, showError } from '#src/call/show-error.ts'
import { activePage, clearMarksOf, patchActiveList } from '#src/command/active-list.ts'
import { type Argument, opensForm } from '#src/command/arguments/argument.ts'
import { type Draft, nextArgument, withoutFrom, withoutLast } from '#src/command/arguments/draft.ts'
import { editableText, initialText, withInitialValues } from '#src/command/arguments/draft-text.ts'
import type { AnyRow, Command } from '#src/command/command.ts'
import { hasText, say } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { consoleApi } from './console-api.ts'
import { createDraft, type DraftInput, toastRefusal } from './create-draft.ts'
import { recordDraft } from './history.ts'
import { closeAfterRun, closePalette, goToStep, openSearch, type PaletteStep, paletteState } from './palette-state.ts'
import { waitForBatch } from './poll-batch.ts'
import { rehearse, runMany, runOne } from './requests.ts'
import { canRun, isConfirmed, readLongEnough } from './review-guards.ts'
import { handleFailure, handleRunFailure } from './run-failure.ts'
import { offerUndo, undoPlanOf } from './undo.ts'

/** Whether somebody has to look at what it would do first: a rehearsal, which is also how the console asks twice. */
export const needsReview = ({ command: { risk, confirm, call }, target, untrusted }: Draft): boolean =>
  risk === 'money' ||
  risk === 'irreversible' ||
  confirm ||
  untrusted ||
  // whether a second person has to release them is found out for all rows at once
  (call?.endpoint.fourEyes === true && target !== null && target.count > 1)

/**
 * Begins a command on what is meant now. Every surface calls this, and nothing else leads to a writing call: first the
 * right, then the rows and the state of each, then the arguments, then the review as the risk asks, then the server,
 * which checks all of it again.
 */
export async function startCommand(command: Command, given: DraftInput = {}): Promise<void> {
  const draft = createDraft(command, given)
  if (draft) await advance(draft)
  else given.listener?.onStopped()
}

/** Takes a draft as far as it can go: to the next argument, to the review, or to the server. */
export async function advance(draft: Draft): Promise<void> {
  const argument = nextArgument(draft)
  if (argument && opensForm(draft.command)) goToStep({ at: 'form', draft: withInitialValues(draft) })
  else if (argument) goToStep({ at: 'ask', draft, argument }, initialText(argument, draft))
  else if (needsReview(draft)) await review(draft)
  else await run(draft)
}

/** Whether anything has been given or typed that somebody would miss. */
const isBegun = ({ args, initialTexts }: Draft): boolean =>
  Object.keys(args).length > 0 || Object.values(initialTexts).some((text) => text !== '')

/** Leaves a command that was begun: to the search it came from, or out. What was given so far can be gone on with. */
export function leaveDraft(draft: Draft): void {
  if (paletteState.openedBySearch) {
    if (isBegun(draft)) paletteState.unfinished = ref(draft)
    openSearch('', draft.target && activePage.list?.noun !== draft.target.noun ? draft.target : null)
  } else closePalette()
}

/** One step back: to the form or the argument before, to the search it came from, or out. */
export function stepBack(draft: Draft): void {
  if (opensForm(draft.command)) {
    if (paletteState.step.at === 'form') leaveDraft(draft)
    else goToStep({ at: 'form', draft: withInitialValues(draft) })
    return
  }
  const before = withoutLast(draft)
  if (before) {
    const { name } = before.argument
    // it stands there to be typed differently
    void advance({ ...before.draft, initialTexts: { [name]: editableText(before.argument, draft.args[name]) } })
  } else leaveDraft(draft)
}

/** Back to an argument that was given, to give another value; what came behind it is asked for again. */
export function editArgument(draft: Draft, argument: Argument): void {
  const typed = editableText(argument, draft.args[argument.name])
  void advance({ ...withoutFrom(draft, argument.name), initialTexts: { [argument.name]: typed } })
}

/** Has the server rehearse the draft, and shows what it says. What it cannot rehearse is only asked about. */
async function review(draft: Draft): Promise<void> {
  const { command, target } = draft
  const canRehearse = command.call !== null && target !== null
  const step = { at: 'review' as const, draft, canRehearse, preview: null, problem: null, shownAt: performance.now() }
  const isCurrent = goToStep(step)
  if (!canRehearse) return
  try {
    const preview = await rehearse({ ...draft, target })
    if (isCurrent()) goToStep({ ...step, preview, shownAt: performance.now() })
  } catch (error) {
    const problem = errorMessage(error)
    if (!isCurrent()) return
    if (isUnanswered(error))
      goToStep({ at: 'unanswered', draft, problem, sent: false, retry: () => void review(draft) })
    else goToStep({ ...step, problem })
  }
}

/** Carries out what is being reviewed, if there was time to read it, and what had to be typed was. */
export async function confirmReview(step: Extract<PaletteStep, { at: 'review' }>, typed = ''): Promise<void> {
  const { draft, preview } = step
  if (paletteState.step !== step || !canRun(step) || !readLongEnough(step) || !isConfirmed(step, typed)) return
  // the right may have been taken away while it was read
  if (may(draft.command.requires)) await run(draft, preview)
  else {
    toastRefusal('forbidden')
    closePalette()
  }
}

const singleRow = ({ target }: Draft): AnyRow | null => (target?.count === 1 ? (target.loadedRows[0] ?? null) : null)

/** Runs a draft that has everything. A second Enter finds it running already. */
async function run(
  draft: Draft,
  preview: Rehearsal | null = null,
  idempotencyKey = crypto.randomUUID(),
): Promise<void> {
  const { command, target } = draft
  if (command.run) return runLocal(draft)
  if (paletteState.open && paletteState.step.at === 'running') return
  const isCurrent = goToStep({ at: 'running', draft })
  const seen = singleRow(draft)
  // what was reviewed is what counts, where it was reviewed
  const row = seen && { ...seen, version: preview?.version ?? seen.version }
  try {
    if (row || !target) finish(draft, isCurrent, { row: await runOne(draft, row, idempotencyKey) })
    else finish(draft, isCurrent, { batch: await runMany(draft, preview, idempotencyKey) })
  } catch (error) {
    handleRunFailure(error, draft, isCurrent, (same) => run(same, preview, idempotencyKey))
  }
}

/** What the server answered: the one row as it is then, or the run over many. */
interface RunAnswer {
  readonly row?: unknown
  readonly batch?: Batch
}

/** That it is done, and what the answer tells beside that. */
function doneText({ id, told }: Command, answer: unknown): string {
  const done = `${id}.done`
  const more = answer ? told?.(answer) : undefined
  return [say(hasText(done) ? done : 'call.success'), ...(more ?? [])].join(' · ')
}

/** What is done when the server has answered: nouns are stale, the act is remembered, the person is told. */
function finish(draft: Draft, isCurrent: () => boolean, { row, batch }: RunAnswer): void {
  const { command, target } = draft
  const { endpoint } = command.call!
  invalidate([...new Set([nounOf(endpoint), ...(endpoint.touches ?? []), ...(target ? [target.noun] : [])])])
  if (row && endpoint.subject) patchActiveList(endpoint.subject.noun, row as AnyRow) // what a change answers
  recordDraft(draft)
  if (batch && (batch.state !== 'finished' || batch.fail > 0)) {
    const watched = isCurrent() ? goToStep({ at: 'outcome', draft, batch }) : () => false
    void notifyAfterBatch(draft, batch, watched)
    return
  }
  clearMarksOf(target)
  if (isCurrent()) closeAfterRun()
  const said = doneText(command, row)
  announceDone(target && target.count > 1 ? `${said} · ${target.count}` : said, draft, row)
  if (row) command.after?.(row, consoleApi)
  draft.listener?.onDone()
}

/** Tells whoever follows how a run ended that did not end at once: it goes on by itself only under somebody's eyes. */
async function notifyAfterBatch({ listener }: Draft, batch: Batch, watched: () => boolean): Promise<void> {
  if (!listener) return
  const run = await waitForBatch(batch).catch(() => null)
  if (run?.state !== 'finished' || run.fail > 0) listener.onStopped()
  else if (watched()) {
    closeAfterRun()
    listener.onDone()
  } else listener.onReady()
}

/** Says that it is done, and offers to take it back where that is possible. */
function announceDone(said: string, draft: Draft, row: unknown): void {
  const back = undoPlanOf(draft, row)
  const undo = back && offerUndo(back, startCommand)
  toast('good', said, undo ? { ms: 10_000, action: { label: say('command.undo'), run: () => void undo() } } : {})
}

/** A command of the console itself. */
async function runLocal(draft: Draft): Promise<void> {
  closeAfterRun()
  // how somebody looks at a list is nothing to be done again on another
  if (!draft.command.onList) recordDraft(draft)
  try {
    await draft.command.run!(singleRow(draft), consoleApi, draft.target?.loadedRows ?? [])
  } catch (error) {
    showError(error)
  }
}

/** Tries the refused rows of a run again, as they are now. What followed it has stopped. */
export async function retryRefused(
  { listener: _, ...draft }: Draft,
  batch: Batch,
  idempotencyKey = crypto.randomUUID(),
): Promise<void> {
  const isCurrent = goToStep({ at: 'running', draft })
  try {
    finish(draft, isCurrent, { batch: await call(batches.retry, { id: batch.id }, { idempotencyKey }) })
  } catch (error) {
    handleFailure(error, draft, isCurrent, (same) => retryRefused(same, batch, idempotencyKey))
  }
}
