import { aiRecord } from '#contract/ai-records.ts'
import { aiTask } from '#contract/ai-tasks.ts'
import { callSubject } from '#contract/calls.ts'
import type { ConductCheck } from '#contract/conduct-checks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { sampleTranscriptKey } from '#server/modules/ai-records/steps/sample-transcript.ts'
import { aiRecordRows } from '#server/modules/ai-records/store.ts'
import { sampleKey } from '#server/modules/calls/steps/sample-recording.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { drawConductSample } from '#server/modules/conduct-checks/nightly.ts'
import { staffId } from '#server/seed/foundation.ts'
import { agencies, groups } from '#server/seed/units.ts'
import type { Account, World } from '#tests/support/server.ts'
import { configured } from '../ai-tasks/support.ts'

/** Noon of the day before the tests. */
export const yesterday = new Date('2026-03-09T06:30:00Z')

type Part = Pick<World, 'given' | 'server'>
interface AboutCall {
  readonly who?: Account
  readonly at?: Date
  /** Whether the recording has come by now. */
  readonly fetched?: boolean
  /** Of which of the agencies of the demo. */
  readonly agency?: 0 | 1
  /** A case that is there; a new one where none is named. */
  readonly about?: Awaited<ReturnType<World['given']['case']>>
}

/** A call about a debt that was spoken and recorded. */
export async function spoken({ given, server: { app } }: Part, call: AboutCall = {}) {
  const { who = 'collector', at = yesterday, fetched = true, agency = 0 } = call
  const { db } = app.database
  const about = call.about ?? (await given.case({ collector: 'collector' }))
  const { rows } = await app.database.query('select customer_id as id from loans where id = $1', [about.loanId])
  const [number] = await takeNumbers(db, callSubject.ids, 1)
  const id = idOf(callSubject.ids, '2026-03-09' as never, number!)
  const unitPath = agency === 0 ? groups[0]!.path : agencies[agency].path
  await db.insert(callRows).values({
    ...{ id, state: 'ended', direction: 'out', way: 'phone', customerId: rows[0]!.id as IdOf<'customer'> },
    ...{ loanId: about.loanId, caseId: about.id, staffId: staffId(who), agencyId: agencies[agency].id, unitPath },
    ...{ beganAt: at, answeredAt: at, endedAt: new Date(at.getTime() + 90_000), connected: true, recording: 'R' },
    recordingKey: fetched ? sampleKey : null,
  })
  return { callId: id, about }
}

/** The check of a call that was drawn. */
export async function drawn(world: Part & Pick<World, 'as'>, call: AboutCall = {}): Promise<ConductCheck> {
  const { callId } = await spoken(world, call)
  await drawConductSample(world.server.app)
  const [row] = (await world.as('admin').conductChecks.list({ q: `callId:${callId}` })).rows
  return row!
}

/** Which version of which check a call is about. */
export const its = ({ id, version }: Pick<ConductCheck, 'id' | 'version'>) => ({ id, version })

/** A check that has failed and was shown. */
export async function failed(world: Part & Pick<World, 'as'>, call: AboutCall = {}): Promise<ConductCheck> {
  const waiting = await drawn(world, call)
  const found = await world.as('inspector').conductChecks.fail({ ...its(waiting), code: 'threat', remark: 'Shouted' })
  return world.as('collector').conductChecks.show(its(found))
}

interface AboutRobotCall {
  readonly at?: Date
  readonly configId?: IdOf<'aiConfig'>
  readonly about?: Awaited<ReturnType<World['given']['case']>>
}

/** A call that a robot has spoken and recorded, of a case at the first agency. */
export async function robotSpoke({ as, given, server: { app } }: Part & Pick<World, 'as'>, call: AboutRobotCall = {}) {
  const { at = yesterday } = call
  const { db, query } = app.database
  const about = call.about ?? (await given.case({ collector: 'collector' }))
  const configId = call.configId ?? (await configured({ as, given }))
  const { rows } = await query('select customer_id as id from loans where id = $1', [about.loanId])
  const numbers = await takeNumbers(db, aiRecord.ids, 2)
  const [taskId, id] = [aiTask, aiRecord].map(({ ids }, nth) => idOf(ids, '2026-03-09' as never, numbers[nth]!))
  // each call is of a day of its own: a configuration has one task a day
  await query(
    `insert into ai_tasks (id, state, config_id, product_id, day, robot_id, robot_name, redial_minutes, redial_max, opens_at,
       closes_at, created_at)
     select $1, 'finished', $2, product_id, date '2026-01-01' + $3::int, robot_id, robot_name, 1, 1, $4, $4, $4
     from ai_configs where id = $2`,
    [taskId, configId, numbers[0], at.toISOString()],
  )
  await db.insert(aiRecordRows).values({
    ...{ id: id as IdOf<'aiRecord'>, taskId: taskId as IdOf<'aiTask'>, state: 'ended', attempt: 1, outcome: 'b' }, // made above
    ...{
      customerId: rows[0]!.id as IdOf<'customer'>,
      loanId: about.loanId,
      caseId: about.id,
      agencyId: agencies[0].id,
    },
    ...{ beganAt: at, answeredAt: at, endedAt: new Date(at.getTime() + 40_000), currency: 'INR' },
    ...{ recordingKey: sampleKey, transcriptKey: sampleTranscriptKey },
  })
  return { recordId: id, configId, about }
}
