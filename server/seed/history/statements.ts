import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { banks } from '../names.ts'
import { staffOf } from '../staff.ts'
import type { RowOf } from './book.ts'
import type { Random } from './random.ts'
import type { Slip } from './slips.ts'
import type { World } from './world.ts'

type Line = RowOf<'statementLines'>
type Found = Pick<Line, 'outcome'> & Partial<Pick<Line, 'loanId' | 'proofId' | 'paymentId' | 'note'>>

/** A statement that somebody has read in, as far as it has come. */
interface Read {
  readonly id: IdOf<'statement'>
  /** When it was read, and by whom. */
  readonly at: Date
  readonly by: (typeof readers)[number]
  lines: number
}

const readers = staffOf('OPS')
const readMinute = 9 * 60 + 30
const strangersMax = 3
const statements = new WeakMap<World, Map<LocalDate, Read>>()

function add(world: World, read: Read, { utr, amountMinor, repaidOn, ...slip }: Slip, found: Found): void {
  read.lines += 1
  world.book.sheets.statementLines.add({
    ...{ id: world.book.id('statementLine', world.dateOf(read.at)), statementId: read.id, line: read.lines },
    ...{ bookedOn: repaidOn, utr, amountMinor, currency: world.currency, bank: slip.bankCode },
    ...{ loanId: null, proofId: null, paymentId: null, note: null, ...found },
  })
}

/** Begins the statement of a day, which was read on the next one. Some of its transfers belong to nobody here. */
function begin(world: World, day: LocalDate, random: Random): Read {
  const readOn = world.after(day, 1)
  const [id, at] = [world.book.id('statement', readOn), world.at(readOn, readMinute)]
  const read = { id, at, by: random.pick(readers), lines: 0 }
  const [bankCode] = random.pick(banks)
  const file = `${bankCode.toLowerCase()}-${day}.csv`
  world.book.sheets.statements.add({ id, file, readBy: read.by.name, readAt: at })
  for (let strangers = random.int(1, strangersMax); strangers > 0; strangers--) {
    const amountMinor = random.int(3, 900) * 1_000
    const transfer = { amountMinor, channel: 'bankTransfer', bankCode, utr: world.book.utr(day), upi: '' } as const
    add(world, read, { ...transfer, repaidOn: day }, { outcome: 'unmatched' })
  }
  return read
}

/** Whether the statement with the transfers of that day was read already. */
export const wasRead = (world: World, day: LocalDate): boolean => day < world.today

/** Puts a transfer on the statement of its day, with what it was found to be. Answers when that was, and by whom. */
export function lineOf(world: World, slip: Slip, found: Found, random: Random): Read | null {
  if (!wasRead(world, slip.repaidOn)) return null
  const known = statements.get(world) ?? new Map<LocalDate, Read>()
  statements.set(world, known)
  const read = known.get(slip.repaidOn) ?? begin(world, slip.repaidOn, random)
  known.set(slip.repaidOn, read)
  add(world, read, slip, found)
  return read
}
