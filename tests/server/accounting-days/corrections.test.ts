import fc from 'fast-check'
import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'
import { closed, daysOf, entriesOf, type Here, later, lent } from './support.ts'

/** Something that happens to an order once days have been closed over it. */
type Correction = 'night' | 'lateWork' | 'pay' | 'payBackdated' | 'reverse' | 'close'

let refs = 0

/** A payment of the channel; one that is written down late counts for three days before, as far as it was out then. */
async function pay(here: Here, loanId: never, daysBefore: number): Promise<void> {
  refs += 1
  const at = new Date(
    Math.max(here.clock.now().getTime() - daysBefore * 86_400_000, Date.parse('2026-03-01T06:00:00Z')),
  )
  const about = { loanId, ref: `C${refs}`, utr: String(refs).padStart(12, '9'), amountMinor: 70_000 }
  await tell(here, { ...about, at: at.toISOString() as never })
}

/** Takes the newest payment back that can be. */
async function reverse({ as }: Here, loanId: string): Promise<void> {
  const q = `loanId:${loanId} state:success kind:normal,partial -has:reversal`
  const [one] = (await as('admin').payments.list({ q })).rows
  if (!one) return
  const asked = await as('ops')
    .payments.askReversal({ id: one.id, version: one.version, reason: 'Returned' })
    .catch(() => null) // not every payment can be
  if (asked)
    await as('executive')
      .payments.reverse({ id: one.id, version: asked.version })
      .catch(() => null) // as above
}

const steps: Readonly<Record<Correction, (here: Here, loanId: never) => Promise<unknown>>> = {
  night: (here) => later(here),
  lateWork: ({ server }) => server.app.taskRunners.get('doLate')!(server.app),
  pay: (here, loanId) => pay(here, loanId, 0),
  payBackdated: (here, loanId) => pay(here, loanId, 3),
  reverse: (here, loanId) => reverse(here, loanId),
  close: (here) => closed(here),
}

test('in whatever order late corrections come, closed days stay, and all days together come to what is owed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { query } = server.app.database
  await query(`insert into parameters (id, value) values ('payment.reversal', 'true')
    on conflict (id) do update set value = excluded.value`)
  const orders = await Promise.all([lent(here)])
  const happens = fc.array(fc.constantFrom(...(Object.keys(steps) as Correction[])), { minLength: 6, maxLength: 14 })

  for (const sequence of fc.sample(happens, { numRuns: 8, seed: 125 })) {
    for (const step of sequence) {
      const before = await daysOf(here, 'state:closed')
      await steps[step](here, orders[0]!.loanId as never)
      expect([step, (await daysOf(here, 'state:closed')).slice(0, before.length)]).toEqual([step, before])
    }
    await later(here)
    expect((await closed(here)).imbalances).toEqual([])
    const { rows } = await query('select sum(owed_minor)::int as owed from plans')
    const [days, entries] = [await daysOf(here), await entriesOf(here)]
    expect(days.at(-1)!.closing.minor).toBe(rows[0]!.owed)
    expect(entries.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(rows[0]!.owed)
    const moved = (of: (typeof days)[number]) =>
      of.lent.minor + of.interest.minor + of.fees.minor + of.penalty.minor + of.moved.minor
    const gone = (of: (typeof days)[number]) => of.repaid.minor + of.conceded.minor + of.lost.minor
    for (const day of days) expect(day.closing.minor).toBe(day.opening.minor + moved(day) - gone(day))
  }
})
