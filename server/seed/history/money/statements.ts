import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { ids } from '#server/kernel/base/ids.ts'
import { scaled } from '#server/seed/countries/pack.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import type { SeedContext } from '#server/seed/history/context.ts'
import type { Random } from '#server/seed/history/random.ts'
import { staffOf } from '#server/seed/staff.ts'
import type { TransferSlip } from './transfer-slips.ts'

type Line = RowOf<'statementLines'>
type LineMatch = Pick<Line, 'outcome'> & Partial<Pick<Line, 'loanId' | 'proofId' | 'paymentId' | 'note'>>

/** A statement that somebody has read in, as far as it has come. */
interface ReadStatement {
  readonly id: IdOf<'statement'>
  /** When it was read, and by whom. */
  readonly at: Date
  readonly by: (typeof readers)[number]
  lines: number
}

const readers = staffOf('OPS')
const readMinute = 9 * 60 + 30
const strangersMax = 3
const statements = new WeakMap<SeedContext, Map<LocalDate, ReadStatement>>()

function add(
  context: SeedContext,
  read: ReadStatement,
  { utr, amountMinor, repaidOn, ...slip }: TransferSlip,
  found: LineMatch,
): void {
  read.lines += 1
  context.book.buffers.statementLines.add({
    ...{ id: context.book.id(ids.statementLine, context.dateOf(read.at)), statementId: read.id, line: read.lines },
    ...{ bookedOn: repaidOn, utr, amountMinor, currency: context.currency, bank: slip.bankCode },
    ...{ loanId: null, proofId: null, paymentId: null, note: null, ...found },
  })
}

/** Begins the statement of a day, which was read on the next one. Some of its transfers belong to nobody here. */
function beginStatement(context: SeedContext, day: LocalDate, random: Random): ReadStatement {
  const readOn = context.after(day, 1)
  const [id, at] = [context.book.id(ids.statement, readOn), context.at(readOn, readMinute)]
  const read = { id, at, by: random.pick(readers), lines: 0 }
  const [bankCode] = random.pick(context.pack.banks)
  const file = `${bankCode.toLowerCase()}-${day}.csv`
  context.book.buffers.statements.add({ id, file, readBy: read.by.id, readAt: at })
  for (let strangers = random.int(1, strangersMax); strangers > 0; strangers--) {
    const amountMinor = scaled(random.int(3, 900) * 1_000, context.pack)
    const transfer = { amountMinor, channel: 'bankTransfer', bankCode, utr: context.book.utr(day), upi: '' } as const
    add(context, read, { ...transfer, repaidOn: day }, { outcome: 'unmatched' })
  }
  return read
}

/** Whether the statement with the transfers of that day was read already. */
export const wasRead = (context: SeedContext, day: LocalDate): boolean => day < context.today

/** Puts a transfer on the statement of its day, with what it was found to be. Answers when that was, and by whom. */
export function lineOf(
  context: SeedContext,
  slip: TransferSlip,
  found: LineMatch,
  random: Random,
): ReadStatement | null {
  if (!wasRead(context, slip.repaidOn)) return null
  const known = statements.get(context) ?? new Map<LocalDate, ReadStatement>()
  statements.set(context, known)
  const read = known.get(slip.repaidOn) ?? beginStatement(context, slip.repaidOn, random)
  known.set(slip.repaidOn, read)
  add(context, read, slip, found)
  return read
}
