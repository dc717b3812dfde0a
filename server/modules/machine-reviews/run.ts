import { and, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { safeMessage } from '#server/kernel/base/error-serializer.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { isServed } from '#server/modules/gateways/steps.ts'
import { loanRows, type StoredLoan } from '#server/modules/loans/store.ts'
import { storedPicturesOf } from '#server/modules/pictures/steps/in-force.ts'
import { pictureFilesOf } from '#server/modules/pictures/steps/picture-bytes.ts'
import { replaceReadings } from '#server/modules/readings/steps/readings.ts'
import { faceReading } from './steps/face-reading.ts'
import { machineReviewRows, type StoredMachineReview } from './store.ts'
import { askBureau, type CheckSubject, compareFaces, readPapers } from './vendors.ts'

/** So often somebody who does not answer is asked; then a person reviews. */
const triesMax = 5
const errorMax = 200
const backoffMs = (tries: number): number => 2 ** tries * 500

const update = ({ database: { db } }: AppContext, id: StoredMachineReview['id'], now: Partial<StoredMachineReview>) =>
  db.update(machineReviewRows).set(now).where(eq(machineReviewRows.id, id))

/** The machine review of an application, begun where there is none yet. */
async function reviewOf(loan: StoredLoan, app: AppContext): Promise<StoredMachineReview> {
  const { db } = app.database
  const id = `${loan.id}-${loan.resubmits}` as StoredMachineReview['id'] // one for each time it is handed in
  const begun = { id, customerId: loan.customerId, loanId: loan.id, state: 'running' as const }
  await db
    .insert(machineReviewRows)
    .values({ ...begun, startedAt: app.clock.now() })
    .onConflictDoNothing()
  const [row] = await db.select().from(machineReviewRows).where(eq(machineReviewRows.id, id))
  return row!
}

type Check = 'ocr' | 'face' | 'bureau'
const everyCheck: readonly Check[] = ['ocr', 'face', 'bureau']

/** What is asked of somebody with these pictures: what there is to ask about, and somebody enabled to answer. */
async function checksFor({ pictures, app: of }: Omit<CheckSubject, 'checkId'>, app: AppContext): Promise<Check[]> {
  const hasPapers = pictures.has('pan') || pictures.has('aadhaarFront')
  const possible: Readonly<Record<Check, boolean>> = {
    ocr: hasPapers || pictures.has('aadhaarBack'),
    face: hasPapers && pictures.has('face'),
    bureau: true,
  }
  const served = await Promise.all(everyCheck.map((kind) => isServed({ kind, app: of }, app)))
  return everyCheck.filter((kind, i) => possible[kind] && served[i])
}

/** Whoever has answered is not asked again. */
const isOpen = ({ readAt, facePpm, bureauScore }: StoredMachineReview, kind: Check): boolean =>
  ({ ocr: readAt, face: facePpm, bureau: bureauScore })[kind] === null

/** Asks for one thing, and writes down what is answered. */
const checks: Readonly<
  Record<Check, (id: StoredMachineReview['id'], subject: CheckSubject, app: AppContext) => Promise<void>>
> = {
  async ocr(id, subject, app) {
    const { database, clock, secrets } = app
    const read = await readPapers(subject, app)
    const now = clock.now()
    await database.db.transaction((tx) => replaceReadings(tx, subject.customerId, read, { now, secrets }))
    await update(app, id, { readAt: now })
  },
  async face(id, subject, app) {
    const { database, clock, secrets } = app
    const compared = await compareFaces(subject, app)
    const read = [faceReading(compared)]
    await database.db.transaction((tx) => replaceReadings(tx, subject.customerId, read, { now: clock.now(), secrets }))
    await update(app, id, { facePpm: compared.similarity, alive: compared.alive })
  },
  async bureau(id, subject, app) {
    const { score: bureauScore } = await askBureau(subject, app)
    await update(app, id, { bureauScore })
  },
}

/** Notes that somebody did not answer. @throws what went wrong, so that it is tried again, until a person has to review. */
async function noteAbnormal(review: StoredMachineReview, error: unknown, app: AppContext): Promise<void> {
  const tries = review.tries + 1
  const isLast = tries >= triesMax
  const now = app.clock.now()
  await update(app, review.id, {
    ...{ state: 'abnormal', tries, error: safeMessage(error).slice(0, errorMax) },
    nextTryAt: isLast ? null : new Date(now.getTime() + backoffMs(tries)),
    completedAt: isLast ? now : null,
  })
  if (!isLast) throw error
}

/** Runs what is left of a machine review; nothing where nobody is there to be asked. */
async function run(loan: StoredLoan, app: AppContext): Promise<void> {
  const pictures = await pictureFilesOf(app.database.db, loan.customerId, app)
  const subject = { customerId: loan.customerId, app: loan.app, pictures }
  const wanted = await checksFor(subject, app)
  if (wanted.length === 0) return
  const review = await reviewOf(loan, app)
  if (review.state === 'done' || review.completedAt) return
  const { id } = review
  const open = wanted.filter((kind) => isOpen(review, kind))
  const asked = await Promise.allSettled(open.map((kind) => checks[kind](id, { ...subject, checkId: id }, app)))
  const failed = asked.find((one) => one.status === 'rejected')
  if (failed) return noteAbnormal(review, failed.reason, app)
  const completedAt = app.clock.now()
  await update(app, id, { state: 'done', completedAt, tries: review.tries + 1, nextTryAt: null, error: null })
}

/**
 * Machine review before a decision: `decide` gets an application once its papers were read, its faces compared and its
 * bureau asked, or once that was tried in vain. Whoever has sent no pictures is decided on at once.
 * @throws Error where somebody did not answer: the outbox comes again, later and later.
 */
export const afterMachineReview =
  (app: AppContext, decide: Port): Port =>
  async (message) => {
    const { db } = app.database
    const id = message.body.loanId as IdOf<'loan'> // as `askDecision` has posted it
    const [loan] = await db
      .select()
      .from(loanRows)
      .where(and(eq(loanRows.id, id), eq(loanRows.state, loanCode.reviewing)))
    const isCurrent = loan && message.key === `${loan.id}-${loan.resubmits}`
    if (isCurrent && (await storedPicturesOf(db, loan.customerId)).length > 0) await run(loan, app)
    await decide(message)
  }
