import { type SQL, sql } from 'drizzle-orm'
import { type IdSeries, idSeries } from '#contract/kernel/subject.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from './database.ts'

/** The id series of rows that no command acts on. A subject says its own. */
export const ids = {
  card: idSeries('card', 'CD'),
  paymentLink: idSeries('paymentLink', 'LK'),
  statement: idSeries('statement', 'ST'),
  statementLine: idSeries('statementLine', 'SL'),
  sheet: idSeries('sheet', 'WS'),
  import: idSeries('import', 'IM'),
  macro: idSeries('macro', 'MC'),
  message: idSeries('message', 'MS'),
  reportRun: idSeries('reportRun', 'RR'),
  followUp: idSeries('followUp', 'FU'),
  teleVerification: idSeries('teleVerification', 'TV'),
}

/** The sequence that numbers the ids of a noun. */
export const idSequence = (noun: string): string => `ids_${noun}`

/** `LN` + `261121` + `000418`: what it is, the day it came to be, and a number that no other has. */
export const idOf = <Noun extends string>({ prefix }: IdSeries<Noun>, day: LocalDate, number: number) =>
  // made here, and nowhere else
  `${prefix}${day.slice(2).replaceAll('-', '')}${String(number).padStart(6, '0')}` as IdOf<Noun>

/** A number in SQL, with zeros before it where it has fewer digits than `width`: more of them are never cut off. */
export const padded = (number: SQL, width: number): SQL =>
  sql`to_char(${number}, ${`FM${'9'.repeat(18 - width)}${'0'.repeat(width)}`}::text)`

/** An id in SQL, of a row that came to be on a day: another one for each row of the statement. */
export const nextId = ({ prefix, noun }: IdSeries, day: SQL): SQL =>
  sql`(${prefix}::text || to_char(${day}, 'YYMMDD') || ${padded(sql`nextval(${idSequence(noun)})`, 6)})`

/** Allocates `count` numbers for new rows; never given twice, whatever becomes of the transaction. */
export async function takeNumbers(tx: Db, { noun }: IdSeries, count: number): Promise<number[]> {
  const rows = await rowsOf<{ number: number }>(
    tx,
    sql`select nextval(${idSequence(noun)}) as number from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ number }) => number)
}

/** Allocates a new id. */
export async function newId<Noun extends string>(tx: Db, series: IdSeries<Noun>, day: LocalDate): Promise<IdOf<Noun>> {
  const [number] = await takeNumbers(tx, series, 1)
  return idOf(series, day, number!)
}
