import type { IdOf } from '#contract/kernel/values.ts'
import { undoMs } from '#contract/reviews/flow.ts'
import type { World } from './server.ts'

/** Has the reviewer pass an application that waits for one, and the decision count. */
export async function passedByHand(
  { as, server, clock }: Pick<World, 'as' | 'server' | 'clock'>,
  loanId: IdOf<'loan'>,
  remark?: string,
): Promise<void> {
  const [waiting] = (await as('reviewer').reviews.list({ q: `loanId:${loanId} state:unclaimed` })).rows
  const { id, version } = await as('reviewer').reviews.open({ id: waiting!.id, version: waiting!.version })
  await as('reviewer').reviews.pass({ id, version, ...(remark && { remark }) })
  clock.forward(undoMs)
  await server.dispatcher.flush()
}
