import type { CallEvent } from '#contract/calls.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { addEnvironmentConfigs } from '#server/modules/provider-configs/steps.ts'
import { staffId } from '#server/seed/foundation.ts'
import type { Account, World } from '#tests/support/server.ts'

export type Here = Pick<World, 'as' | 'given' | 'server'>
const dialler = 'ENV-DIALLER' as IdOf<'provider'>

/** Gives somebody a seat at the dialler. */
export async function seat({ as, server }: Here, who: Account, number = '1001'): Promise<IdOf<'line'>> {
  await addEnvironmentConfigs(server.app.database.db, server.app)
  return (await as('ops').lines.add({ kind: 'seat', number, staffId: staffId(who), providerId: dialler })).id
}

/** A case of the collector's whose customer has that phone. */
export async function held({ given }: Pick<World, 'given'>, phone: string, about = {}) {
  return given.case({ collector: 'collector', phone, ...about })
}

/** Calls the customer of a case. */
export async function place({ as }: Pick<World, 'as'>, id: IdOf<'case'>) {
  const { rows } = await as('collector').cases.open({ q: `id:${id}` })
  return as('collector').cases.call({ id, version: rows[0]!.version })
}

/** The call that the collector has made last, as the list has it. */
export const lastCall = async ({ as }: Pick<World, 'as'>) => (await as('admin').calls.list({ q: '' })).rows[0]!

/** What a dialler says, signed. */
export function callback({ server }: Pick<World, 'server'>, event: Partial<CallEvent> & Pick<CallEvent, 'event'>) {
  const payload = JSON.stringify({ callId: null, ref: 'R1', at: server.app.clock.now().toISOString(), ...event })
  return { payload, signature: server.app.secrets.sign(diallerChannel, payload) }
}
