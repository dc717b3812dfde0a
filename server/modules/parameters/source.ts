import { sql } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries, decimals } from '#contract/kernel/countries.ts'
import type { Parameter } from '#contract/parameters/calls.ts'
import { movesMoney, type ParameterId, parameterIds } from '#contract/parameters/declared.ts'
import { type ParameterRange, rangeOfParameter } from '#contract/parameters/ranges.ts'
import {
  defaultOfParameter,
  formatParameter,
  kindOfParameter,
  type ParameterKind,
} from '#contract/parameters/values.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { parameterRows } from './store.ts'

/** Decimals of the amounts of a country. */
export const placesIn = (country: Country): number => decimals[countries[country].currency]

/** Whether code declares a parameter. */
export const isDeclared = (id: string): id is ParameterId => (parameterIds as readonly string[]).includes(id)

/** What a parameter holds. */
export const kindOf = ({ id, kind }: { readonly id: string; readonly kind: ParameterKind | null }): ParameterKind =>
  isDeclared(id) ? kindOfParameter(id) : (kind ?? 'text')

/** A range in the reader's words; of a number it is figures alone. */
export const tellRange = ({ is, values }: ParameterRange, t: Translate): string =>
  is === 'between' ? String(values.range) : t(`parameters.range.${is}`, values)

const cases = (of: (id: ParameterId) => string) =>
  sql.join(
    parameterIds.map((id) => sql`when ${id} then ${of(id)}`),
    sql` `,
  )
const nameSql = (t: Translate) =>
  sql`coalesce(${parameterRows.name}, case ${parameterRows.id} ${cases((id) => t(`parameters.of.${id}`))} end, '')`
const kindSql = sql`coalesce(${parameterRows.kind}, case ${parameterRows.id} ${cases(kindOfParameter)} end, 'text')`

/** Under names that no field of the row has. */
const select = { code: parameterRows.id, ownKind: parameterRows.kind, set: parameterRows.value }
/** Columns selected for a row, by those names. */
type SelectedColumns = Readonly<Record<string, unknown>>

/** Computed field of a declared parameter; null of one that was added. */
const ofDeclared = (compute: (id: ParameterId, context: ReadContext) => string | null) => ({
  select: { code: parameterRows.id },
  compute: ({ code }: SelectedColumns, context: ReadContext) =>
    isDeclared(String(code)) ? compute(code as ParameterId, context) : null, // as just asked
})

interface StoredValue {
  readonly id: string
  readonly kind: ParameterKind | null
  readonly value: unknown
}

/** The value of a parameter as it is typed; of one that nobody has set, its default. */
export function typedValue({ id, kind, value }: StoredValue, country: Country): string {
  const set = value ?? (isDeclared(id) ? defaultOfParameter(id) : '')
  return formatParameter(kindOf({ id, kind }), set, placesIn(country), id)
}

const valueText = ({ code, ownKind, set }: SelectedColumns, { country }: ReadContext): string =>
  typedValue({ id: String(code), kind: ownKind as ParameterKind | null, value: set }, country) // as the column has it

/** List source: parameters, declared and added. */
export const parameterSource: Source<Parameter> = {
  table: parameterRows,
  from: sql`${parameterRows}`,
  columns: ({ t }) => ({
    id: parameterRows.id,
    version: parameterRows.version,
    number: parameterRows.number,
    state: parameterRows.state,
    name: nameSql(t),
    kind: kindSql,
    value: { select, compute: valueText },
    byDefault: ofDeclared((id, { country }) =>
      formatParameter(kindOfParameter(id), defaultOfParameter(id), placesIn(country), id),
    ),
    range: {
      select: { code: parameterRows.id, ownKind: parameterRows.kind },
      compute: ({ code, ownKind }, { country, t: words }) => {
        const of = { id: String(code), kind: ownKind as ParameterKind | null } // as the column has it
        return tellRange(rangeOfParameter({ id: of.id, kind: kindOf(of) }, placesIn(country)), words)
      },
    },
    changes: ofDeclared((id) => t(`parameters.says.${id}`)),
    fourEyes: sql`(${parameterRows.id} in ${parameterIds.filter((id) => movesMoney[id])})`,
    isSet: sql`(${parameterRows.value} is not null)`,
    remark: parameterRows.remark,
    changedBy: parameterRows.changedBy,
    changedAt: parameterRows.changedAt,
    createdAt: parameterRows.createdAt,
  }),
  scope: unscoped,
}
