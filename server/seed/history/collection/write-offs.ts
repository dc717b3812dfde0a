import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { outstandingOf } from '#contract/loans/balance.ts'
import { settlementEvent } from '#contract/loans/flow.ts'
import { writeOff } from '#contract/write-offs.ts'
import { ids } from '#server/kernel/base/ids.ts'
import type { SeedContext } from '#server/seed/history/context.ts'
import { byColumn, type Debt, type PlanAccount, type WriteOff } from '#server/seed/history/money/debt.ts'
import { allOf, enterPayment, receive, reducedMinor } from '#server/seed/history/money/payments.ts'
import { writeProof } from '#server/seed/history/money/proofs.ts'
import { lineOf } from '#server/seed/history/money/statements.ts'
import { slipOf, type TransferSlip } from '#server/seed/history/money/transfer-slips.ts'
import type { Random } from '#server/seed/history/random.ts'
import { type Member, staffOf } from '#server/seed/staff.ts'

const askers = staffOf('OPS', 'CS')
const filers = staffOf('OPS')
const managers = staffOf('MGR')
const executives = staffOf('EXE')
/** What a manager may write off by operation, in minor units; more takes an executive. */
const managersMinor = 1_000_000
const lossReasons = [
  'Customer deceased',
  'Fraud confirmed by the bank',
  'Cannot be traced',
  'Settled by court',
] as const
const refusals = [
  'The transfer is not on the statement',
  'Amount belongs to another order',
  'Slip is not readable',
] as const
/** What is asked for on a slip, or in a sheet. */
const asked = [
  ['full', 45],
  ['partial', 35],
  ['batch', 20],
] as const
const proofShare = 0.3
const statementShare = 0.4

/** What is asked for, by whom and when. */
interface NewWriteOff {
  readonly type: WriteOff['type']
  readonly at: Date
  readonly maker: Member
  readonly reason: string | null
  readonly sheet?: Pick<WriteOff, 'sheet' | 'line'>
}

/** A slip, or nothing where no money came in. */
type SlipOrNone = { readonly [Name in keyof TransferSlip]: TransferSlip[Name] | null } & Pick<
  TransferSlip,
  'amountMinor'
>

/** Files a write-off for approval: nothing is taken yet. */
export function fileWriteOff(debt: Debt, slip: SlipOrNone, { type, at, maker, reason, sheet }: NewWriteOff): WriteOff {
  const { context, row } = debt.order
  const open = { lossMinor: null, checkerId: null, auditedAt: null, note: null, effectiveAt: null, resultState: null }
  const filed: WriteOff = {
    ...{ id: context.book.id(writeOff.ids, context.dateOf(at)), state: 'pending', type, loanId: row.id },
    ...{ currency: row.currency, repayableMinor: debt.repayableMinor, extensionMinor: null, reason, ...slip, ...open },
    ...{ childId: null, paymentId: null, blacklist: false, makerId: maker.id, makerUnitPath: maker.unit.path },
    ...{ requestedAt: at, sheet: sheet?.sheet ?? null, line: sheet?.line ?? null },
  }
  debt.writeOffs.push(filed)
  return filed
}

/** Leaves a request to be decided: nobody asks for anything else of the order meanwhile. */
export function leaveOpen({ plans }: Debt): void {
  for (const plan of plans) if (plan.state === 'open') plan.openRequest = true
}

/** What a request came to that somebody has passed. */
type Result = Pick<WriteOff, 'resultState' | 'lossMinor' | 'paymentId'>

/** Somebody else passes a request, and it takes effect. */
export function passed(filed: WriteOff, checker: Member, at: Date, result: Result): void {
  const decided = { state: 'passed', checkerId: checker.id, auditedAt: at, effectiveAt: at } as const
  Object.assign(filed, { ...decided, ...result } satisfies Partial<WriteOff>)
}

/** Somebody asks for what a slip shows, and somebody else finds that it is not so. */
export function refuseWriteOff(debt: Debt, at: Date, random: Random): void {
  const { context } = debt.order
  const day = context.dateOf(at)
  debt.advance(day)
  const slip = slipOf(debt, Math.floor(debt.repayableMinor / 200) * 100, { day, random })
  const refused = fileWriteOff(debt, slip, { type: 'partial', at, maker: random.pick(askers), reason: null })
  const checker = random.pick(managers)
  const decided = {
    state: 'rejected',
    checkerId: checker.id,
    auditedAt: context.sameDay(at, random.int(20, 170)),
  } as const
  Object.assign(refused, { ...decided, note: random.pick(refusals) } satisfies Partial<WriteOff>)
}

/** The payment that a slip becomes. */
export function addSlipPayment(
  debt: Debt,
  { amountMinor, channel, bankCode, utr, upi }: TransferSlip,
  {
    at,
    operator,
    extensionMinor = 0,
  }: { readonly at: Date; readonly operator: string; readonly extensionMinor?: number },
  random: Random,
): IdOf<'payment'> {
  const done = { kind: 'writeOff', state: 'success', createdAt: at, completedAt: at, operator } as const
  return enterPayment(debt, { ...done, amountMinor, channel, bankCode, utr, upi, extensionMinor }, random)
}

/** What stands on the bank's statement, or was shown by the customer, of a transfer that was written off. */
export function backUp(
  debt: Debt,
  { filed, slip, maker }: { readonly filed: WriteOff; readonly slip: TransferSlip; readonly maker: Member },
  random: Random,
): void {
  if (random.chance(proofShare)) {
    const outcome = { state: 'converted', writeOffId: filed.id, handler: maker, handledAt: filed.requestedAt } as const
    writeProof(debt, slip, { at: debt.order.context.sameDay(filed.requestedAt, -random.int(10, 90)), outcome }, random)
  } else if (filed.paymentId && random.chance(statementShare)) {
    const { loanId, paymentId } = filed
    lineOf(debt.order.context, slip, { outcome: 'known', loanId, paymentId }, random)
  }
}

/** Settles by hand what came in past every channel, or part of it: asked for on the day, and passed by somebody else. */
export function writeOffPaid(
  debt: Debt,
  { at, amountOf = allOf }: { at: Date; amountOf?: (plan: PlanAccount) => number },
  random: Random,
): void {
  const { order } = debt
  const day = order.context.dateOf(at)
  debt.advance(day)
  const slip = slipOf(debt, amountOf(debt.open!), { day, random })
  const type = slip.amountMinor === debt.repayableMinor ? 'full' : 'partial'
  const [maker, checker] = [random.pick(askers), random.pick(managers)]
  const reason = 'Paid past the channels'
  const filed = fileWriteOff(debt, slip, { type, at: order.context.sameDay(at, -random.int(15, 240)), maker, reason })
  const paymentId = addSlipPayment(debt, slip, { at, operator: checker.name }, random)
  passed(filed, checker, at, { resultState: null, lossMinor: 0, paymentId })
  backUp(debt, { filed, slip, maker }, random)
  receive(debt, slip.amountMinor, { id: paymentId, at })
  order.transition(
    debt.open ? 'writeOffPartial' : settlementEvent('writeOffFull', reducedMinor(debt)),
    at,
    checker.name,
    {
      reason,
    },
  )
  filed.resultState = order.state
}

/** What is owed is given up. Answers how much that was. */
function lose(debt: Debt, at: Date): number {
  const { buffers: sheets } = debt.order.context.book
  const lossMinor = debt.repayableMinor
  for (const plan of debt.plans) {
    if (plan.state !== 'open') continue
    const lost = outstandingOf(plan)
    sheets.losses.add({ planId: plan.id, loanId: debt.order.row.id, ...byColumn('lost', lost), at })
    debt.enter(plan, 'lost', lost, at)
  }
  return lossMinor
}

const noSlip: SlipOrNone = { amountMinor: 0, channel: null, bankCode: null, utr: null, upi: null, repaidOn: null }

/** An executive, or a manager within their limit, gives an order up at once. */
export function writeOffLost(debt: Debt, at: Date, random: Random): void {
  const { order } = debt
  debt.advance(order.context.dateOf(at))
  const who = random.pick(debt.repayableMinor > managersMinor ? executives : managers)
  const reason = random.pick(lossReasons)
  const about = { type: 'operational', at, maker: who, reason } as const
  const filed = fileWriteOff(debt, noSlip, about)
  const lossMinor = lose(debt, at)
  order.transition('writeOffOperational', at, who.name, { reason })
  passed(filed, who, at, { resultState: order.state, lossMinor, paymentId: null })
  filed.blacklist = true
}

/** So many lines a manager may pass. */
const linesMax = 40
const sheetMinute = 6 * 60
interface Filing {
  readonly sheet: IdOf<'sheet'>
  readonly maker: Member
  readonly checker: Member
  lines: number
}
const filings = new WeakMap<SeedContext, Map<string, Filing>>()

/** The next line of a sheet that is filed on that day; those to be decided have sheets of their own. */
function nextLine(context: SeedContext, day: LocalDate, outcome: 'pending' | 'passed', random: Random) {
  const known = filings.get(context) ?? new Map<string, Filing>()
  filings.set(context, known)
  const key = `${day} ${outcome}`
  const current = known.get(key)
  const [maker, checker] = [random.pick(filers), random.pick(managers)]
  const fresh = () => ({ sheet: context.book.id(ids.sheet, day), maker, checker, lines: 0 })
  const filing = current && current.lines < linesMax ? current : fresh()
  known.set(key, filing)
  filing.lines += 1
  return { ...filing, line: filing.lines, at: context.at(day, sheetMinute) }
}

const batchReason = 'Portfolio clean-up'
/** The number of the memo that decided it, where no money came in. */
const memoOf = (sheet: string, line: number): string => `MEMO${sheet.slice(2)}${line}`

/** A slip for a line of a sheet: what came in, or the memo. */
function lineSlip(
  debt: Debt,
  { sheet, line }: { sheet: string; line: number },
  day: LocalDate,
  random: Random,
): TransferSlip {
  const some = random.chance(0.4) ? Math.floor((debt.repayableMinor * (0.1 + random.next() / 2)) / 100) * 100 : 0
  const slip = slipOf(debt, some, { day, random })
  return some > 0 ? slip : { ...slip, channel: 'offline', utr: memoOf(sheet, line) }
}

/** A line of a sheet, filed in the morning, takes effect: what came in is taken, and the rest given up. */
export function writeOffBatch(debt: Debt, at: Date, random: Random): void {
  const { order } = debt
  const day = order.context.dateOf(at)
  debt.advance(day)
  const { maker, checker, at: filedAt, ...sheet } = nextLine(order.context, day, 'passed', random)
  const slip = lineSlip(debt, sheet, day, random)
  const about = { type: 'batch', at: filedAt < at ? filedAt : at, maker, reason: batchReason, sheet } as const
  const filed = fileWriteOff(debt, slip, about)
  const paymentId = slip.amountMinor > 0 ? addSlipPayment(debt, slip, { at, operator: checker.name }, random) : null
  if (paymentId) receive(debt, slip.amountMinor, { id: paymentId, at })
  const lossMinor = lose(debt, at)
  order.transition('writeOffBatch', at, checker.name, { reason: batchReason })
  passed(filed, checker, at, { resultState: order.state, lossMinor, paymentId })
}

/** Somebody asks today for what a slip shows; nobody has decided yet. */
export function askWriteOff(debt: Debt, at: Date, random: Random): void {
  const { context } = debt.order
  const day = context.dateOf(at)
  debt.advance(day)
  const type = context.drawEvenly('write-off', asked)
  if (type === 'batch') {
    const { maker, at: filedAt, ...sheet } = nextLine(context, day, 'pending', random)
    const about = { type, at: filedAt < at ? filedAt : at, maker, reason: batchReason, sheet } as const
    fileWriteOff(debt, lineSlip(debt, sheet, day, random), about)
  } else {
    const amountMinor = type === 'full' ? debt.repayableMinor : Math.floor(debt.repayableMinor / 300) * 100
    const slip = slipOf(debt, amountMinor, { day, random })
    const maker = random.pick(askers)
    const filed = fileWriteOff(debt, slip, { type, at, maker, reason: null })
    backUp(debt, { filed, slip, maker }, random)
  }
  leaveOpen(debt)
}
