import { businessDate, type Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { type Instant, LocalDate } from '#contract/kernel/values.ts'
import { amountCell, type CellResult } from '#contract/products/cell-codecs.ts'
import type { SettlementKind } from '#contract/settlement-items.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import {
  type CellIssue,
  issueAt,
  mustParse,
  readTemplate,
  type Template,
  type TemplateLine,
} from '#server/kernel/call/csv-template.ts'
import type { SettlementLine } from '#server/modules/settlement-items/steps.ts'

const columns = [
  ...(['gatewayRef', 'ownRef', 'utr', 'kind', 'amount', 'debit', 'fee', 'gst', 'cgst', 'sgst', 'net'] as const),
  ...(['completedOn', 'settledOn', 'settlementUtr'] as const),
] as const
type Column = (typeof columns)[number]
const [refMax, rowsMax] = [80, 50_000]

/** The sheet of a settlement. What gateways call its columns in the files that they hand out is known. */
export const settlementSheet: Template<Column> = {
  id: 'settlement',
  version: 1,
  columns,
  rowsMax,
  optional: ['ownRef', 'utr', 'kind', 'debit', 'fee', 'gst', 'cgst', 'sgst', 'net', 'settledOn', 'settlementUtr'],
  numbers: ['amount', 'debit', 'fee', 'gst', 'cgst', 'sgst', 'net'],
  headings: {
    gatewayRef: [
      ...['gateway ref', 'entity_id', 'entity id', 'payment_id', 'payout_id', 'payout id', 'event id', 'cf_payment_id'],
      ...['reference id', 'phonepereferenceid', 'transaction id', 'transaction_id', 'payu id', 'mihpayid', 'txnid'],
    ],
    ownRef: [
      ...['our id', 'order_receipt', 'reference_id', 'order id', 'order_id', 'transfer id', 'transferid'],
      ...['merchantreferenceid', 'merchant order id', 'merchant txn id', 'merchant_order_id'],
    ],
    utr: ['payment_utr', 'payment utr', 'rrn', 'bank utr', 'transfer utr', 'transaction utr', 'bank reference number'],
    kind: ['type', 'transaction_entity', 'event type', 'paymenttype', 'transaction type', 'transaction_type', 'action'],
    amount: [
      'gross',
      'gross amount',
      'event amount',
      'transaction amount',
      'payment amount',
      'transfer amount',
      'txn_amount',
    ],
    debit: ['debit amount'],
    fee: [
      ...['fees', 'fee (exclusive tax)', 'service charge', 'payment service charge', 'commission', 'mdr', 'tdr'],
      ...['merchant service fee', 'charges'],
    ],
    gst: ['tax', 'tax on fee', 'service tax', 'payment service tax', 'igst', 'gst on fee', 'gst amount'],
    cgst: [],
    sgst: [],
    net: [
      ...['net amount', 'settlement amount', 'event settlement amount', 'settled amount', 'payout amount'],
      ...['merchant net amount'],
    ],
    completedOn: [
      ...['completed', 'entity_created_at', 'event time', 'transactiondate', 'transaction date', 'transaction_date'],
      ...['processed on', 'payment time', 'created_at', 'date'],
    ],
    settledOn: ['settled_at', 'settlement date', 'settlementdate', 'settlement_date', 'settled on'],
    settlementUtr: ['settlement_utr', 'settlement utr', 'bankreferenceno', 'merchant utr', 'utr no'],
  },
}

/** What gateways call kinds of transactions. A reversal or a lost dispute takes money back as a refund does. */
const kinds: Readonly<Record<string, SettlementKind>> = {
  ...{
    collection: 'collection',
    payment: 'collection',
    capture: 'collection',
    sale: 'collection',
    credit: 'collection',
  },
  ...{ payout: 'payout', transfer: 'payout', disbursement: 'payout' },
  ...{ refund: 'refund', chargeback: 'refund', dispute: 'refund', reversal: 'refund' },
  ...{ adjustment: 'adjustment', correction: 'adjustment' },
}

/** What gateways call the transfer of a settlement to our bank, where they list it among the transactions that it is made of. */
const transfers: ReadonlySet<string> = new Set([
  'settlement',
  'settlement transfer',
  'settlement_transfer',
  'instant settlement',
])

/** Where a file is from. */
export interface SheetSource {
  /** The kind of the gateway. */
  readonly side: 'collection' | 'payout'
  readonly country: Country
  readonly today: LocalDate
}

/** A kind that is not said is that of the gateway; a pay-out gateway pays out, whatever it calls that. */
function kindOf(cell: string, { side }: SheetSource): SettlementKind | undefined {
  const kind = cell === '' ? side : kinds[cell.toLowerCase()]
  return kind === 'collection' || kind === 'payout' ? side : kind
}

/** An amount, however a gateway writes it: `1,234.50`, `₹ 50`, `-20`. Minor units; less than nothing with a minus. */
function amountOf(cell: string, country: Country): CellResult {
  const plain = cell.replace(/[,\s₹]|^[A-Z]{3}(?=[\s\d-])/g, '')
  const read = amountCell.read(plain.replace(/^-/, ''), countries[country].currency)
  return 'value' in read && plain.startsWith('-') ? { value: -Number(read.value) } : read
}

const offset = /(?:Z|[+-]\d{2}:?\d{2})$/

/** A business day of a day or a moment, year first or day first: `2026-03-09`, `09/03/2026 17:05:00`, `2026-03-09T11:35:00Z`. */
function dayOf(cell: string, country: Country): LocalDate | undefined {
  if (cell.includes(':') && offset.test(cell)) {
    const at = new Date(cell)
    return Number.isNaN(at.getTime()) ? undefined : businessDate(at.toISOString() as Instant, country)
  }
  const [, day, month, year] = /^(\d{2})[/.-](\d{2})[/.-](\d{4})(?:\D|$)/.exec(cell) ?? []
  const read = LocalDate.safeParse(year ? `${year}-${month}-${day}` : cell.slice(0, 10))
  return read.success ? read.data : undefined
}

interface Amounts {
  readonly amount: number
  readonly fee: number
  readonly gst: number
  /** None: it is worked out. */
  readonly net: number | null
  /** Whether an adjustment takes money from us: by its sign, by what is left, or where it stands. */
  readonly isDebit: boolean
}

/** What of a line is an amount, by column; and what is wrong with it. Fees and taxes are told with and without a minus. */
function amountsOf({ line, cells }: TemplateLine<Column>, { country }: SheetSource): Amounts | CellIssue[] {
  const issues: CellIssue[] = []
  const read = (column: Column): number => {
    const got = cells[column] === '' ? { value: 0 } : amountOf(cells[column], country)
    if ('problem' in got) issues.push(issueAt(line, column, got.problem))
    return 'value' in got ? Number(got.value) : 0
  }
  const told = read('amount')
  const amount = Math.abs(told)
  const fee = Math.abs(read('fee'))
  const gst = Math.abs(read('gst')) + Math.abs(read('cgst')) + Math.abs(read('sgst'))
  const [net, debit] = [read('net'), read('debit')]
  if (issues.length === 0 && amount === 0) issues.push(issueAt(line, 'amount', 'not_positive'))
  const isDebit = told < 0 || net < 0 || debit !== 0
  return issues.length > 0 ? issues : { amount, fee, gst, net: cells.net === '' ? null : net, isDebit }
}

/**
 * Amounts with their sign: of a refund, and of what an adjustment takes, less than nothing, as what is left of them. What a
 * pay-out costs is paid beside it.
 */
function signed(kind: SettlementKind, { amount, fee, gst, net, isDebit }: Amounts) {
  const takes = kind === 'refund' || (kind === 'adjustment' && isDebit)
  const amountMinor = takes ? -amount : amount
  const costs = kind === 'payout' ? -(fee + gst) : fee + gst
  const told = net !== null && kind !== 'collection' ? Math.sign(amountMinor) * Math.abs(net) : net
  return { amountMinor, feeMinor: fee, gstMinor: gst, netMinor: told ?? amountMinor - costs }
}

/** One line, or everything that is wrong with it, by column. */
function readLine(typed: TemplateLine<Column>, source: SheetSource): SettlementLine | CellIssue[] {
  const { line, cells } = typed
  const kind = kindOf(cells.kind, source)
  const amounts = amountsOf(typed, source)
  const completedOn = dayOf(cells.completedOn, source.country)
  const settledOn = cells.settledOn === '' ? null : dayOf(cells.settledOn, source.country)
  const long = (['gatewayRef', 'ownRef', 'utr', 'settlementUtr'] as const).filter((one) => cells[one].length > refMax)
  const issues = [
    ...(cells.gatewayRef === '' ? [issueAt(line, 'gatewayRef', 'required')] : []),
    ...long.map((column) => issueAt(line, column, 'too_long')),
    ...(kind ? [] : [issueAt(line, 'kind', 'not_a_choice')]),
    ...(Array.isArray(amounts) ? amounts : []),
    ...(completedOn ? [] : [issueAt(line, 'completedOn', cells.completedOn === '' ? 'required' : 'not_a_date')]),
    ...(completedOn && completedOn > source.today ? [issueAt(line, 'completedOn', 'in_the_future')] : []),
    ...(settledOn === undefined ? [issueAt(line, 'settledOn', 'not_a_date')] : []),
  ]
  if (issues.length > 0 || !kind || !completedOn || settledOn === undefined || 'length' in amounts) return issues
  const utr = cells.utr.toUpperCase() || null
  const refs = { gatewayRef: cells.gatewayRef, ownRef: cells.ownRef || null, utr }
  return {
    ...{ line, kind, ...refs, ...signed(kind, amounts as Amounts), completedOn, settledOn }, // no issues, as just said
    settlementUtr: cells.settlementUtr || null,
  }
}

/** A transaction that stands in the file twice, by its name. */
function repeatedIn(lines: readonly SettlementLine[], { t }: Pick<Context, 't'>): CellIssue[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ line, kind, gatewayRef: ref }) => {
    const name = `${kind} ${ref}`
    const earlier = first.get(name)
    if (earlier !== undefined) {
      return [issueAt(line, 'gatewayRef', 'repeated', t('faults.transaction_twice', { ref, line: earlier }))]
    }
    first.set(name, line)
    return []
  })
}

/** The transactions of a file, and how many lines tell of the transfer of its settlement. */
interface ReadSettlement {
  readonly lines: readonly SettlementLine[]
  readonly transfers: number
}

/**
 * Reads the file of a gateway. Transfers of the settlement itself are left out.
 * @throws Refusal for a file that is no such sheet, or has no transaction; InvalidInput naming line and column of everything that
 * is wrong.
 */
export async function readSettlement(
  path: string,
  source: SheetSource,
  context: Pick<Context, 't'>,
): Promise<ReadSettlement> {
  const all = await readTemplate(settlementSheet, path)
  const typed = all.filter(({ cells }) => !transfers.has(cells.kind.toLowerCase()))
  if (typed.length === 0) throw new Refusal('template_empty')
  const lines = mustParse(
    typed.map((line) => readLine(line, source)),
    (read) => repeatedIn(read, context),
  )
  return { lines, transfers: all.length - typed.length }
}
