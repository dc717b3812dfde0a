import { callSubject } from '#contract/calls.ts'
import type { ConductCheck } from '#contract/conduct-checks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { sampleKey } from '#server/modules/calls/steps/sample-recording.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { drawConductSample } from '#server/modules/conduct-checks/nightly.ts'
import { staffId } from '#server/seed/foundation.ts'
import { agencies, groups } from '#server/seed/units.ts'
import type { Account, World } from '#tests/support/server.ts'

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
