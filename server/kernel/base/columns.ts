import { bigint, customType, date, integer, text, timestamp } from 'drizzle-orm/pg-core'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'

/** Timestamp column, in UTC. Kept to the millisecond, as the contract has it. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Date column: a day of the operating country's calendar, as text. */
export const day = (name: string) => date(name, { mode: 'string' }).$type<LocalDate>()

/** Key column: compared byte by byte, so that `LN26*` is a range of the index. */
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Id column of a `noun`: of the row itself, or of one it belongs to. Ids of different nouns are different types. */
export const idColumn = <const Noun extends string>(_noun: Noun, name = 'id') => key(name).$type<IdOf<Noun>>()

/** Amount column, in minor units of the row's currency. */
export const minor = (name: string) => bigint(name, { mode: 'number' })

/** Enum of a text column: the words of a vocabulary. */
export const wordsOf = <Word extends string>({ values }: { readonly values: ReadonlySet<Word> }) =>
  [...values] as [Word, ...Word[]] // a vocabulary has some

/** Optimistic locking: what every row has that can be changed. Triggers count the version up and write down who changed it. */
export const changeable = () => ({
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by'),
})

/** Amount by component: four columns, `paid_penalty` … `paid_principal`. Zero until something is booked. */
export const byComponent = <const Prefix extends string>(prefix: Prefix) => {
  const one = (of: string) => minor(`${prefix}_${of}`).notNull().default(0)
  return {
    [`${prefix}Penalty`]: one('penalty'),
    [`${prefix}Fee`]: one('fee'),
    [`${prefix}Interest`]: one('interest'),
    [`${prefix}Principal`]: one('principal'),
  } as Record<`${Prefix}${'Penalty' | 'Fee' | 'Interest' | 'Principal'}`, ReturnType<typeof one>> // the keys just written
}
