import { sql } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from './database.ts'

/** How the ids of each noun begin. Each has a sequence of its own. */
export const idPrefixes = {
  loan: 'LN',
  customer: 'CU',
  card: 'CD',
  cardChange: 'CC',
  plan: 'PL',
  payment: 'PY',
  paymentLink: 'LK',
  proof: 'PR',
  statement: 'ST',
  statementLine: 'SL',
  reduction: 'RD',
  writeOff: 'WO',
  sheet: 'WS',
  extension: 'EX',
  couponTemplate: 'CT',
  coupon: 'CP',
  case: 'CS',
  caseTransfer: 'TR',
  ticket: 'TK',
  batch: 'BT',
  import: 'IM',
  approval: 'AP',
  macro: 'MC',
  message: 'MS',
  teleVerification: 'TV',
} as const
export type NumberedNoun = keyof typeof idPrefixes

/** The sequence that numbers the ids of a noun. */
export const idSequence = (noun: NumberedNoun): string => `ids_${noun}`

/** `LN` + `261121` + `000418`: what it is, the day it came to be, and a number that no other has. */
export const idOf = <Noun extends NumberedNoun>(noun: Noun, day: LocalDate, number: number) =>
  // made here, and nowhere else
  `${idPrefixes[noun]}${day.slice(2).replaceAll('-', '')}${String(number).padStart(6, '0')}` as IdOf<Noun>

/** Takes `count` numbers for new rows; never given twice, whatever becomes of the transaction. */
export async function takeNumbers(tx: Db, noun: NumberedNoun, count: number): Promise<number[]> {
  const rows = await rowsOf<{ number: number }>(
    tx,
    sql`select nextval(${idSequence(noun)}) as number from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ number }) => number)
}

/** A new id. */
export async function newId<Noun extends NumberedNoun>(tx: Db, noun: Noun, day: LocalDate): Promise<IdOf<Noun>> {
  const [number] = await takeNumbers(tx, noun, 1)
  return idOf(noun, day, number!)
}
