import type { aiConfigs } from '#contract/ai-configs.ts'
import type { AiCallEvent } from '#contract/ai-records.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { robotChannel } from '#server/modules/ai-records/steps/place-call.ts'
import { aiCallPlan } from '#server/modules/ai-tasks/plan.ts'
import { runAiTasks } from '#server/modules/ai-tasks/run.ts'
import type { World } from '#tests/support/server.ts'

export type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>

/** What a configuration asks for, where a test is not about that. */
export const asked: Input<typeof aiConfigs.add> = {
  ...{ productId: 'IN-7' as IdOf<'product'>, minOverdueDays: 1, maxOverdueDays: 30 },
  ...{ weekdays: '1-5', dates: null, startTime: '09:00', endTime: '18:00' },
  ...{ robotId: 'asha-en', robotName: 'Asha', repeatDays: 2, repeatMax: 3, redialMinutes: 30, redialMax: 2 },
  ignoredLabels: 'c, h',
}

/** A configuration by which robots call. */
export async function configured({ as, given }: Pick<Here, 'as' | 'given'>, about: Partial<typeof asked> = {}) {
  await given.product()
  return (await as('ops').aiConfigs.add({ ...asked, ...about })).id
}

/** A case whose customer has a phone that ends so. */
export const owing = ({ given }: Pick<Here, 'given'>, ending: string, about = {}) =>
  given.case({ collector: 'collector', phone: `900001${ending}`, ...about })

/** Plans the day. */
export const plan = ({ server }: Pick<Here, 'server'>) => aiCallPlan(server.app)

/** Has tasks go on, and what they order done, until nothing more happens by itself. */
export async function run({ server }: Pick<Here, 'server'>, times = 4): Promise<void> {
  const { database, clock } = server.app
  // whoever looks on has not gone home meanwhile
  const at = clock.now().toISOString()
  await database.query('update sessions set started_at = $1, renewed_at = $1, last_seen_at = $1', [at])
  await runAiTasks.run(server.app)
  for (let i = 0; i < times; i++) await server.deliver()
}

/** The task that was planned last. */
export const lastTask = async ({ as }: Pick<Here, 'as'>) => (await as('admin').aiTasks.list({ q: '' })).rows[0]!
/** All calls so far, the first in front. */
export const callsOf = async ({ as }: Pick<Here, 'as'>) => (await as('admin').aiRecords.list({ q: 'sort:id' })).rows

/** What a provider says, signed. */
export function told({ server }: Pick<Here, 'server'>, event: Partial<AiCallEvent> & Pick<AiCallEvent, 'callId'>) {
  const payload = JSON.stringify({ event: 'ended', at: server.app.clock.now().toISOString(), ...event })
  return { payload, signature: server.app.secrets.sign(robotChannel, payload) }
}
