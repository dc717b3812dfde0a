import type { IdOf } from '#contract/kernel/values.ts'
import { auditBook } from '#server/book-audit/audit-book.ts'
import { dayMs, tell } from '#tests/server/payments/support.ts'
import type { World } from '#tests/support/server.ts'

export type Lending = Pick<World, 'as' | 'given' | 'server' | 'clock'>

const parts = (entry: string) =>
  `array[${['penalty', 'fee', 'interest', 'principal'].map((of) => `${entry}_${of}`).join(', ')}]::int[] as ${entry}`

/** What an order has come to, wherever that is kept; when somebody was told of it is no part of that. */
export async function outcomeOf({ server }: Pick<World, 'server'>, loanId: IdOf<'loan'>) {
  const read = async (text: string) => (await server.app.database.query(text, [loanId])).rows
  return {
    loan: await read(`select state, came_from, due_date::text, closed_at from loans where id = $1`),
    plans: await read(
      `select serial, state, owed_minor::int as owed, settled_at, ${['charged', 'paid', 'reduced', 'discounted', 'lost'].map(parts).join(', ')}
       from plans where loan_id = $1 order by serial`,
    ),
    allocations: await read(
      `select p.serial, ${parts('paid').replaceAll('paid_', 'a.paid_')} from allocations a
       join plans p on p.id = a.plan_id where p.loan_id = $1 order by p.serial, a.payment_id`,
    ),
    payments: await read(
      `select amount_minor::int as amount, unapplied_minor::int as unapplied, state, completed_at from payments
       where loan_id = $1 and state = 'success' order by id`,
    ),
    coupons: await read(
      `select state, discount_minor::int as discount, discount_penalty_minor::int as penalty, used_at from coupons
       where loan_id = $1 order by id`,
    ),
    reductions: await read(`select state, fate from reductions where loan_id = $1 order by id`),
  }
}

/** What the book audit says of these fields; orders of tests lack a log and a history. */
export async function differing({ server }: Pick<World, 'server'>, fields: RegExp): Promise<readonly string[]> {
  const all: string[] = []
  const told = (found: readonly { field: string; expected: unknown; found: unknown }[]) =>
    void all.push(...found.map(({ field, expected, found: is }) => `${field}: ${expected}, not ${is}`))
  await auditBook(server.app.database, { offsetMinutes: 330, told })
  return all.filter((one) => fields.test(one))
}

/** The nights of so many days; each runs these jobs, or none of them where a night was missed. */
async function nights(
  { server, clock }: Pick<World, 'server' | 'clock'>,
  days: number,
  jobs: readonly string[] = ['sweepPaying', 'lapseReductions', 'expireCoupons', 'doLate'],
): Promise<void> {
  for (let day = 0; day < days; day++) {
    clock.forward(dayMs)
    for (const job of jobs) await server.app.taskRunners.get(job)!(server.app)
  }
}

/** How the channel comes to tell of money that is there now. */
export type Way = (
  world: Lending,
  paid: Parameters<typeof tell>[1] & { readonly at: never },
  days: number,
) => Promise<void>

/** Every way in which a payment can become known, by name; all of them come to the same. */
export const ways: readonly (readonly [string, Way])[] = [
  ['told at once', (world, paid) => tell(world, paid).then(() => {})],
  [
    'begun, and told days later',
    async (world, paid, days) => {
      await tell(world, { ...paid, outcome: 'paying' })
      await nights(world, days, ['lapseReductions', 'expireCoupons', 'doLate'])
      await tell(world, paid)
    },
  ],
  [
    'begun, given up, and told days later',
    async (world, paid, days) => {
      await tell(world, { ...paid, outcome: 'paying' })
      await nights(world, days)
      await tell(world, paid)
    },
  ],
  [
    'called failed, and told days later',
    async (world, paid, days) => {
      await tell(world, { ...paid, outcome: 'fail', failure: 'Declined' })
      await nights(world, days)
      await tell(world, paid)
    },
  ],
  [
    'told days later',
    async (world, paid, days) => {
      await nights(world, days)
      await tell(world, paid)
    },
  ],
  [
    'told days later, all nights missed',
    async (world, paid, days) => {
      await nights(world, days, [])
      await tell(world, paid)
    },
  ],
]
