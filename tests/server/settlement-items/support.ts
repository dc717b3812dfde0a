import type { IdOf } from '#contract/kernel/values.ts'
import type { TakenReport } from '#contract/settlement-reports.ts'
import { addEnvironmentConfigs } from '#server/modules/provider-configs/steps.ts'
import { type Account, type Answer, test as base, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock' | 'raw'>

/** `test` with what the functions below are called with. */
export const test = base.extend<{ here: Here }>({
  here: async ({ as, given, server, clock, raw }, use) => use({ as, given, server, clock, raw }),
})

const columns = [
  ...(['gatewayRef', 'ownRef', 'utr', 'kind', 'amount', 'fee', 'gst', 'net'] as const),
  ...(['completedOn', 'settledOn', 'settlementUtr'] as const),
]

/** A line of a gateway's file, by its columns. */
export type FileLine = Readonly<Record<string, string>>

/** A file of ours by the names of its columns, as no template has been handed out. */
const fileOf = (lines: readonly FileLine[]): string =>
  [
    columns.join(','),
    ...lines.map((line) =>
      columns.map((column) => line[column] ?? (column === 'completedOn' ? '2026-03-10' : '')).join(),
    ),
  ].join('\n')

interface Taking {
  readonly who?: Account
  readonly config?: string
  readonly from?: string
  readonly to?: string
  readonly name?: string
  readonly rehearse?: boolean
  readonly language?: string
}

/** What the server answers to a file. */
export type TakenAnswer = Answer & { readonly data: TakenReport; readonly fields?: readonly object[] }

/** Hands a file in as operations do: of the collections of 10 March, but for what the test is about. */
export async function take({ raw }: Pick<World, 'raw'>, file: string | readonly FileLine[], taking: Taking = {}) {
  const { who = 'ops', config = 'ENV-COLLECTION', from = '2026-03-10', to = from } = taking
  const { name = 'settlement.csv', rehearse = false, language = 'en' } = taking
  const body = new FormData()
  body.append('file', new Blob([typeof file === 'string' ? file : fileOf(file)]), name)
  const headers = { 'accept-language': language, ...(rehearse && { 'x-rehearse': '1' }) }
  const at = `POST /settlement-reports?configId=${config}&from=${from}&to=${to}`
  return (await raw(at, { who, body, headers })) as TakenAnswer // what the call answers
}

/** The gateways of the environment. */
export const gateways = ({ server: { app } }: Pick<World, 'server'>) => addEnvironmentConfigs(app.database.db, app)

/** The gateways of the environment, and an order that is owed: payments are written beside it, past every rule. */
export async function book({ given, server }: Pick<Here, 'given' | 'server'>) {
  await gateways({ server })
  const { loanId } = await given.plan({ state: 50 })
  return loanId
}

interface GivenPayment {
  readonly amountMinor?: number
  readonly state?: 'success' | 'fail' | 'paying'
  readonly kind?: string
  readonly ref?: string | null
  readonly utr?: string | null
  /** A moment of UTC. */
  readonly at?: string
}

/** A payment of the order. Its id ends in `n`, as does what the gateway calls it. */
export async function paid(
  { server: { app } }: Pick<World, 'server'>,
  loanId: IdOf<'loan'>,
  n: number,
  about: GivenPayment = {},
): Promise<IdOf<'payment'>> {
  const { amountMinor = 50_000, state = 'success', kind = 'normal', at = '2026-03-10T06:00Z' } = about
  const { ref = `PF${n}`, utr = `UTR${String(n).padStart(9, '0')}` } = about
  const id = `PY260310${String(n).padStart(6, '0')}`
  await app.database.query(
    `insert into payments (id, loan_id, amount_minor, currency, kind, channel, state, platform_ref, utr, created_at,
       completed_at) values ($1, $2, $3, 'INR', $4, 'eWallet', $5, $6, $7, $8, $9)`,
    [id, loanId, amountMinor, kind, state, ref, utr, at, state === 'success' ? at : null],
  )
  return id as IdOf<'payment'> // as payments are named
}

/** Items as an executive sees them, in the order of their lines; what no file names at the end. */
export const itemsOf = async ({ as }: Pick<World, 'as'>, q = '') =>
  (await as('executive').settlementItems.list({ q, size: 500 })).rows.toSorted(
    (a, b) => (a.line ?? 1e9) - (b.line ?? 1e9) || a.id.localeCompare(b.id),
  )

/** The night: what came late closes what was left. */
export const night = ({ server: { app } }: Pick<World, 'server'>) => app.taskRunners.get('matchSettlements')!(app)
