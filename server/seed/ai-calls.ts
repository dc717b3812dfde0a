import { and, asc, ne, sql } from 'drizzle-orm'
import { aiConfig } from '#contract/ai-configs.ts'
import { type AiOutcome, aiOutcomes } from '#contract/ai-outcomes.ts'
import { aiRecord } from '#contract/ai-records.ts'
import { aiTask } from '#contract/ai-tasks.ts'
import { addDays, daysBetween } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { outboundWindow } from '#contract/outbound-days.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { idOf, newId, takeNumbers } from '#server/kernel/base/ids.ts'
import { aiConfigRows, type StoredAiConfig } from '#server/modules/ai-configs/store.ts'
import { sampleTranscriptKey } from '#server/modules/ai-records/steps/sample-transcript.ts'
import { aiRecordRows } from '#server/modules/ai-records/store.ts'
import { aiTargetRows, aiTaskCountRows, aiTaskRows } from '#server/modules/ai-tasks/store.ts'
import { sampleKey } from '#server/modules/calls/steps/sample-recording.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { later, type SeedContext } from './history/context.ts'

type ConfigSeed = Omit<StoredAiConfig, 'id' | 'version' | 'changedBy' | 'productId' | 'createdAt'>

/** How the robots of the demo call. */
const rules = { dates: null, repeatDays: 2, repeatMax: 5, redialMinutes: 45, redialMax: 2, ignoredLabels: 'c, h' }
const configs: readonly ConfigSeed[] = [
  {
    ...{ ...rules, state: 'enabled', minOverdueDays: 1, maxOverdueDays: 7, weekdays: '1-6' },
    ...{ startTime: '09:00', endTime: '18:00', robotId: 'asha-01', robotName: 'Asha' },
  },
  {
    ...{ ...rules, state: 'enabled', minOverdueDays: 8, maxOverdueDays: 30, weekdays: '1-5', repeatDays: 3 },
    ...{ startTime: '10:00', endTime: '17:30', robotId: 'ravi-02', robotName: 'Ravi' },
  },
  {
    ...{ ...rules, state: 'disabled', minOverdueDays: 31, maxOverdueDays: null, weekdays: null },
    ...{
      dates: '2026-12-24, 2026-12-31',
      startTime: '10:00',
      endTime: '12:00',
      robotId: 'meera-01',
      robotName: 'Meera',
    },
  },
]

/** What calls come to, in turn. */
const fates: readonly AiOutcome[] = [
  ...(['f', 'a', 'f', 'b', 'g', 'e', 'f', 'c', 'a', 'f', 'd', 'b', 'f', 'g', 'a', 'h'] as const),
]
const notAnswered: readonly AiOutcome[] = ['f']
/** So many days back, and so many customers of each task at most, one after the other. */
const [daysBack, targetsMax, stepMinutes] = [4, 48, 3]
const second = 1 / 60

interface Debtor {
  readonly caseId: IdOf<'case'>
  readonly agencyId: IdOf<'unit'> | null
  readonly loanId: IdOf<'loan'>
  readonly customerId: IdOf<'customer'>
  readonly productId: IdOf<'product'>
  readonly dueDate: LocalDate
}

/** A task of one day, with whom it called. */
interface Day {
  readonly config: StoredAiConfig
  readonly day: LocalDate
  readonly debtors: readonly Debtor[]
}

/** What is known of one call. */
function callOf({ caseId, agencyId, loanId, customerId }: Debtor, nth: number, began: Date) {
  const outcome = fates[nth % fates.length]!
  const isAnswered = !notAnswered.includes(outcome)
  const answeredAt = isAnswered ? later(began, 8 * second) : null
  const seconds = 15 + ((nth * 37) % 90)
  return {
    ...{
      caseId,
      agencyId,
      loanId,
      customerId,
      attempt: 1,
      outcome,
      state: 'ended' as const,
      beganAt: began,
      answeredAt,
    },
    endedAt: later(began, isAnswered ? (8 + seconds) * second : 25 * second),
    costMinor: isAnswered ? 100 + 2 * seconds : 0,
    recordingKey: isAnswered ? sampleKey : null,
    transcriptKey: isAnswered ? sampleTranscriptKey : null,
  }
}

/** Writes a task that has finished, and its calls. */
async function addTask(db: Db, { config, day, debtors }: Day, context: SeedContext): Promise<void> {
  const { country, currency } = context
  const window = outboundWindow(config, day, country, new Set())
  if (!window || debtors.length === 0) return
  const taskId = await newId(db, aiTask.ids, day)
  const opensAt = new Date(window.from)
  const calls = debtors.map((debtor, nth) => callOf(debtor, nth, later(opensAt, nth * stepMinutes)))
  const { productId, robotId, robotName, redialMinutes, redialMax } = config
  await db.insert(aiTaskRows).values({
    ...{
      id: taskId,
      state: 'finished',
      configId: config.id,
      day,
      productId,
      robotId,
      robotName,
      redialMinutes,
      redialMax,
    },
    ...{ opensAt, closesAt: new Date(window.to), startedAt: opensAt, endedAt: calls.at(-1)!.endedAt },
    createdAt: context.at(day, 45),
  })
  const counts = Object.fromEntries(
    aiOutcomes.map((label) => [label, calls.filter(({ outcome }) => outcome === label).length]),
  )
  const costMinor = calls.reduce((sum, call) => sum + call.costMinor, 0)
  await db.insert(aiTaskCountRows).values({ taskId, planned: calls.length, called: calls.length, ...counts, costMinor })
  const numbers = await takeNumbers(db, aiRecord.ids, calls.length)
  await bulkInsert(
    db,
    aiRecordRows,
    calls.map((call, nth) => ({ id: idOf(aiRecord.ids, day, numbers[nth]!), taskId, currency, ...call })),
  )
  await bulkInsert(
    db,
    aiTargetRows,
    calls.map(({ caseId, loanId, customerId, outcome }) => ({
      ...{ taskId, caseId, loanId, customerId, day, state: 'done' as const, attempts: 1, nextAt: opensAt },
      ...{ outcome, outcomeAttempt: 1 },
    })),
  )
}

/** Adds configurations of robots, and what they have called lately. */
export async function addAiCalls(db: Db, context: SeedContext): Promise<void> {
  const { id, agencyId, loanId, state, openedAt } = caseRows
  const { customerId, productId, dueDate } = loanRows
  const debtors = await db
    .select({ caseId: id, agencyId, loanId, customerId, productId, dueDate: sql<LocalDate>`${dueDate}` })
    .from(caseRows)
    .innerJoin(loanRows, sql`${loanRows.id} = ${loanId}`)
    .where(and(ne(state, 'closed'), sql`${dueDate} is not null`, sql`${openedAt} is not null`))
    .orderBy(asc(id))
  const product = debtors[0]?.productId ?? Object.values(context.products)[0]!.id
  const createdAt = context.at(context.start, 0)
  const rows: StoredAiConfig[] = []
  for (const config of configs) {
    const values = { id: await newId(db, aiConfig.ids, context.today), ...config, productId: product, createdAt }
    const [row] = await db.insert(aiConfigRows).values(values).returning()
    rows.push(row!)
  }
  for (let back = daysBack; back > 0; back--) {
    const day = addDays(context.today, -back)
    const isWithin = ({ minOverdueDays: min, maxOverdueDays: max }: StoredAiConfig, one: Debtor): boolean => {
      const overdue = daysBetween(one.dueDate, day)
      return one.productId === product && overdue >= min && (max === null || overdue <= max)
    }
    for (const config of rows.filter((one) => one.state === 'enabled')) {
      const theirs = debtors.filter((one) => isWithin(config, one))
      // every other day somebody else: nobody is called again so soon
      const chosen = theirs.filter((_, nth) => nth % daysBack === back % daysBack)
      const once = [...new Map(chosen.map((one) => [one.customerId, one])).values()]
      await addTask(db, { config, day, debtors: once.slice(0, targetsMax) }, context)
    }
  }
}
