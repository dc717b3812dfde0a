import { tell } from '../payments/support.ts'
import { closed, type Here, later } from './support.ts'

/** Something that happens to an order once days have been closed over it. */
export type Correction = 'night' | 'lateWork' | 'pay' | 'payBackdated' | 'reverse' | 'close'

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

export const steps: Readonly<Record<Correction, (here: Here, loanId: never) => Promise<unknown>>> = {
  night: (here) => later(here),
  lateWork: ({ server }) => server.app.taskRunners.get('doLate')!(server.app),
  pay: (here, loanId) => pay(here, loanId, 0),
  payBackdated: (here, loanId) => pay(here, loanId, 3),
  reverse: (here, loanId) => reverse(here, loanId),
  close: (here) => closed(here),
}
