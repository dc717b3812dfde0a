import { navigate } from 'wouter/use-browser-location'
import { type Batch, batches, type Preview } from '#contract/batches.ts'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { announce, wordsOf } from '#src/call/announce.ts'
import { call, nounOf } from '#src/call/call.ts'
import { stale } from '#src/call/queries.ts'
import { hasText, say } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import type { AnyRow, Command, Console } from './define.ts'
import { note, remember } from './history.ts'
import { offerOf, possible } from './offer.ts'
import { close, type Draft, nextArgument, palette, type Step, show } from './palette.ts'
import { openPanel } from './panels.ts'
import { scene } from './scene.ts'

const lent: Console = {
  async copy(text) {
    await navigator.clipboard.writeText(text)
    toast('info', say('command.copied', { text }))
  },
  go: navigate,
  say: (key) => toast('info', say(key)),
  open: openPanel,
}

/** Whether somebody has to look at what it would do first: a rehearsal, which is also how the console asks twice. */
const needsReview = ({ risk, confirm }: Command): boolean => risk === 'money' || risk === 'irreversible' || confirm

const refuse = (fault: string, values = {}): void => toast('warn', say(`faults.${fault}`, values), { ms: 5_000 })

/**
 * Begins a command on what is meant now. Every surface calls this, and nothing else leads to a writing call: first the
 * right, then the rows and the state of each, then the arguments, then the review as the risk asks, then the server,
 * which checks all of it again.
 */
export function begin(command: Command, args: Draft['args'] = {}): void {
  if (!may(command.may)) {
    refuse('forbidden')
    return
  }
  const meant = command.rows ? (scene.list?.meant() ?? null) : null
  const offer = offerOf(command, meant)
  if (!possible(offer, meant)) {
    const { fault, values } = offer.refused ?? { fault: 'nothing_selected' }
    refuse(fault, values)
    return
  }
  const given = command.call ? { ...command.call.fill, ...args } : args
  proceed({ command, meant, args: given, shown: {} })
}

/** Takes a draft as far as it can go: to the next argument, to the review, or to the server. */
export function proceed(draft: Draft): void {
  const argument = nextArgument(draft)
  if (argument) show({ at: 'ask', draft, argument })
  else if (needsReview(draft.command)) void review(draft)
  else void run(draft)
}

/** Has the server rehearse the draft, and shows what it says. */
async function review(draft: Draft): Promise<void> {
  const step = { at: 'review' as const, draft, preview: null, problem: null, since: performance.now() }
  const still = show(step)
  const { command, meant, args } = draft
  try {
    const input = { command: command.id, selection: meant!.selection, args }
    const preview = await call(batches.preview, input, { idempotencyKey: crypto.randomUUID() })
    if (still()) show({ ...step, preview, since: performance.now() })
  } catch (error) {
    if (still()) show({ ...step, problem: wordsOf(error) })
  }
}

/** Enter is not heard for so long after a review appears: nobody has read it yet. */
const unreadMs = 400

/** Carries out what is being reviewed. */
export function confirmReview(step: Extract<Step, { at: 'review' }>): void {
  const { draft, preview, since } = step
  if (!preview || preview.eligible === 0 || preview.hindrance || performance.now() - since < unreadMs) return
  void run(draft, preview)
}

const only = ({ meant }: Draft): AnyRow | null => (meant?.count === 1 ? (meant.known[0] ?? null) : null)

/** One row, or none: the endpoint itself. It answers the row as it is then. */
async function runOne({ command, args }: Draft, row: AnyRow | null, idempotencyKey: string): Promise<void> {
  const { endpoint } = command.call!
  await call(endpoint, { ...args, ...(row && { id: row.id, version: row.version }) }, { idempotencyKey })
}

const runMany = ({ command, meant, args }: Draft, preview: Preview | null, idempotencyKey: string): Promise<Batch> =>
  preview
    ? call(batches.run, { id: preview.id }, { idempotencyKey })
    : call(batches.start, { command: command.id, selection: meant!.selection, args }, { idempotencyKey })

/** Runs a draft that has everything. A second Enter finds it running already. */
async function run(draft: Draft, preview: Preview | null = null): Promise<void> {
  const { command } = draft
  if (command.run) return runHere(draft)
  if (palette.step.at === 'running') return
  const still = show({ at: 'running', draft })
  const idempotencyKey = crypto.randomUUID()
  const seen = only(draft)
  // what was reviewed is what counts, where it was reviewed
  const row = seen && { ...seen, version: preview?.version ?? seen.version }
  try {
    const batch =
      row || !draft.meant ? await runOne(draft, row, idempotencyKey) : await runMany(draft, preview, idempotencyKey)
    finish(draft, batch ?? null, still)
  } catch (error) {
    announce(error)
    if (still()) close()
  }
}

/** What is done when the server has answered: nouns are stale, the act is remembered, the person is told. */
function finish(draft: Draft, batch: Batch | null, still: () => boolean): void {
  const { command, meant } = draft
  const { endpoint } = command.call!
  stale([...new Set([nounOf(endpoint), ...(endpoint.touches ?? []), ...(meant ? [meant.noun] : [])])])
  remember(draft)
  if (!batch || (batch.state === 'finished' && batch.fail === 0)) {
    scene.list?.clear()
    if (still()) close()
    const done = `${command.id}.done`
    const said = say(hasText(done) ? done : 'call.success')
    toast('good', meant && meant.count > 1 ? `${said} · ${meant.count}` : said)
  } else if (still()) show({ at: 'outcome', draft, batch })
}

/** A command of the console itself. */
async function runHere(draft: Draft): Promise<void> {
  close()
  remember(draft)
  await draft.command.run!(only(draft), lent)
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

/** Tries the refused rows of a run again, as they are now. */
export async function retryRefused(draft: Draft, { id }: Batch): Promise<void> {
  const still = show({ at: 'running', draft })
  try {
    const batch = await call(batches.retry, { id }, { idempotencyKey: crypto.randomUUID() })
    finish(draft, batch, still)
  } catch (error) {
    announce(error)
    if (still()) close()
  }
}
