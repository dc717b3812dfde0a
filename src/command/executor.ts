import { type Batch, batches, type Preview } from '#contract/batches.ts'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { announce, wordsOf } from '#src/call/announce.ts'
import { call, isUnanswered, nounOf } from '#src/call/call.ts'
import { stale } from '#src/call/queries.ts'
import { upload } from '#src/call/upload.ts'
import { hasText, say } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import type { AnyRow, Command } from './define.ts'
import { draftOf, type Given, refuse } from './drafting.ts'
import { note, remember } from './history.ts'
import { lent } from './lent.ts'
import { close, type Draft, nextArgument, over, palette, type Step, search, show, withoutLast } from './palette.ts'
import { isProved, isRead, runs } from './reviewed.ts'
import { ended } from './running.ts'
import { type Meant, scene } from './scene.ts'
import { firstText, written } from './typing.ts'
import { offerUndo, takesBack } from './undo.ts'

/** Whether somebody has to look at what it would do first: a rehearsal, which is also how the console asks twice. */
const needsReview = ({ command: { risk, confirm }, foreign }: Draft): boolean =>
  risk === 'money' || risk === 'irreversible' || confirm || foreign

/**
 * Begins a command on what is meant now. Every surface calls this, and nothing else leads to a writing call: first the
 * right, then the rows and the state of each, then the arguments, then the review as the risk asks, then the server,
 * which checks all of it again.
 */
export async function begin(command: Command, given: Given = {}): Promise<void> {
  const draft = draftOf(command, given)
  if (draft) await proceed(draft)
  else given.follow?.stopped()
}

/** Takes a draft as far as it can go: to the next argument, to the review, or to the server. */
export async function proceed(draft: Draft): Promise<void> {
  const argument = nextArgument(draft)
  if (argument) show({ at: 'ask', draft, argument }, firstText(argument, draft))
  else if (needsReview(draft)) await review(draft)
  else await run(draft)
}

/** One step back: to the argument before, to the search it came from, or out. */
export function back(draft: Draft): void {
  const before = withoutLast(draft)
  if (before) {
    const { name } = before.argument
    // it stands there to be typed differently
    void proceed({ ...before.draft, typed: { [name]: written(before.argument, draft.args[name]) } })
  } else if (palette.searched) search('', draft.meant && scene.list?.noun !== draft.meant.noun ? draft.meant : null)
  else close()
}

/** What the server says a draft would do. */
function rehearsed({ command, meant, args }: Draft & { meant: Meant }): Promise<Preview> {
  const idempotencyKey = crypto.randomUUID()
  const [row] = meant.known
  if (command.review && row) return call(command.review, { id: row.id }, { idempotencyKey })
  const input = { command: command.call!.endpoint.id, selection: meant.selection, args }
  return call(batches.preview, input, { idempotencyKey })
}

/** Has the server rehearse the draft, and shows what it says. What it cannot rehearse is only asked about. */
async function review(draft: Draft): Promise<void> {
  const { command, meant } = draft
  const rehearses = command.call !== null && meant !== null
  const step = { at: 'review' as const, draft, rehearses, preview: null, problem: null, since: performance.now() }
  const still = show(step)
  if (!rehearses) return
  try {
    const preview = await rehearsed({ ...draft, meant })
    if (still()) show({ ...step, preview, since: performance.now() })
  } catch (error) {
    const problem = wordsOf(error)
    if (!still()) return
    if (isUnanswered(error)) show({ at: 'unanswered', draft, problem, sent: false, again: () => void review(draft) })
    else show({ ...step, problem })
  }
}

/** Carries out what is being reviewed, if there was time to read it, and what had to be typed was. */
export async function confirmReview(step: Extract<Step, { at: 'review' }>, typed = ''): Promise<void> {
  const { draft, preview } = step
  if (palette.step !== step || !runs(step) || !isRead(step) || !isProved(step, typed)) return
  // the right may have been taken away while it was read
  if (may(draft.command.may)) await run(draft, preview)
  else {
    refuse('forbidden')
    close()
  }
}

const only = ({ meant }: Draft): AnyRow | null => (meant?.count === 1 ? (meant.known[0] ?? null) : null)

/** One row, or none: the endpoint itself. It answers the row as it is then. */
function runOne({ command, args }: Draft, row: AnyRow | null, idempotencyKey: string): Promise<unknown> {
  const { endpoint } = command.call!
  const { files } = endpoint
  if (files) return upload({ ...endpoint, files }, filesOf(args), idempotencyKey)
  return call(endpoint, { ...args, ...(row && { id: row.id, version: row.version }) }, { idempotencyKey })
}

const filesOf = (args: Draft['args']): Readonly<Record<string, File>> =>
  Object.fromEntries(Object.entries(args).flatMap(([name, value]) => (value instanceof File ? [[name, value]] : [])))

const runMany = ({ command, meant, args }: Draft, preview: Preview | null, idempotencyKey: string): Promise<Batch> =>
  preview
    ? call(batches.run, { id: preview.id }, { idempotencyKey })
    : call(batches.start, { command: command.call!.endpoint.id, selection: meant!.selection, args }, { idempotencyKey })

/** Says what went wrong with what was sent; where nobody answered, it may be sent again. Whoever follows it stops there. */
function failed(
  error: unknown,
  { follow, ...draft }: Draft,
  still: () => boolean,
  again: (draft: Draft) => Promise<void>,
) {
  if (still() && isUnanswered(error)) {
    show({ at: 'unanswered', draft, problem: wordsOf(error), sent: true, again: () => void again(draft) })
  } else {
    announce(error)
    if (still()) close()
  }
  follow?.stopped()
}

/** Runs a draft that has everything. A second Enter finds it running already. */
async function run(draft: Draft, preview: Preview | null = null, idempotencyKey = crypto.randomUUID()): Promise<void> {
  const { command, meant } = draft
  if (command.run) return runHere(draft)
  if (palette.open && palette.step.at === 'running') return
  const still = show({ at: 'running', draft })
  const seen = only(draft)
  // what was reviewed is what counts, where it was reviewed
  const row = seen && { ...seen, version: preview?.version ?? seen.version }
  try {
    if (row || !meant) finish(draft, still, { row: await runOne(draft, row, idempotencyKey) })
    else finish(draft, still, { batch: await runMany(draft, preview, idempotencyKey) })
  } catch (error) {
    failed(error, draft, still, (same) => run(same, preview, idempotencyKey))
  }
}

/** What the server answered: the one row as it is then, or the run over many. */
interface Answered {
  readonly row?: unknown
  readonly batch?: Batch
}

/** What is done when the server has answered: nouns are stale, the act is remembered, the person is told. */
function finish(draft: Draft, still: () => boolean, { row, batch }: Answered): void {
  const { command, meant } = draft
  const { endpoint } = command.call!
  stale([...new Set([nounOf(endpoint), ...(endpoint.touches ?? []), ...(meant ? [meant.noun] : [])])])
  remember(draft)
  if (batch && (batch.state !== 'finished' || batch.fail > 0)) {
    const watched = still() ? show({ at: 'outcome', draft, batch }) : () => false
    void goOnAfter(draft, batch, watched)
    return
  }
  if (meant && scene.list?.noun === meant.noun) scene.list.clear()
  if (still()) over()
  const done = `${command.id}.done`
  const said = say(hasText(done) ? done : 'call.success')
  tell(meant && meant.count > 1 ? `${said} · ${meant.count}` : said, draft, row)
  if (row) command.after?.(row, lent)
  draft.follow?.done()
}

/** Tells whoever follows how a run ended that did not end at once: it goes on by itself only under somebody's eyes. */
async function goOnAfter({ follow }: Draft, batch: Batch, watched: () => boolean): Promise<void> {
  if (!follow) return
  const run = await ended(batch).catch(() => null)
  if (run?.state !== 'finished' || run.fail > 0) follow.stopped()
  else if (watched()) {
    over()
    follow.done()
  } else follow.ready()
}

/** Says that it is done, and offers to take it back where that is possible. */
function tell(said: string, draft: Draft, row: unknown): void {
  const back = takesBack(draft, row)
  const undo = back && offerUndo(back, begin)
  toast('good', said, undo ? { ms: 10_000, action: { label: say('command.undo'), run: () => void undo() } } : {})
}

/** A command of the console itself. */
async function runHere(draft: Draft): Promise<void> {
  over()
  remember(draft)
  try {
    await draft.command.run!(only(draft), lent)
  } catch (error) {
    announce(error)
  }
}

/**
 * Calls a writing endpoint for a panel that has gathered its input and asked what had to be asked. Says what goes wrong,
 * and throws it on.
 */
export async function submit<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  if (!may(endpoint.may)) {
    refuse('forbidden')
    throw new Error(`${endpoint.id} is not allowed`)
  }
  try {
    const answer = await call(endpoint, input, { idempotencyKey: crypto.randomUUID() })
    stale([nounOf(endpoint), ...(endpoint.touches ?? [])])
    note(endpoint.id)
    return answer
  } catch (error) {
    announce(error)
    throw error
  }
}

/** Tries the refused rows of a run again, as they are now. What followed it has stopped. */
export async function retryRefused(
  { follow: _, ...draft }: Draft,
  batch: Batch,
  idempotencyKey = crypto.randomUUID(),
): Promise<void> {
  const still = show({ at: 'running', draft })
  try {
    finish(draft, still, { batch: await call(batches.retry, { id: batch.id }, { idempotencyKey }) })
  } catch (error) {
    failed(error, draft, still, (same) => retryRefused(same, batch, idempotencyKey))
  }
}
