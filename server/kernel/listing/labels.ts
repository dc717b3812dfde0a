import { type Column, type SQL, sql } from 'drizzle-orm'
import { type LabelField, type LabelLanguage, labelFieldOf, labelLanguages } from '#contract/dictionaries/words.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { Expression, RefColumns } from './column-mapping.ts'

/** Texts by language; of a language that is missing there is none. */
export type Labels = Partial<Record<LabelLanguage, string>>

/** Labels as a form has them. */
export type GivenLabels = { readonly [Field in LabelField]?: string | undefined }

/** The labels of a form, by language; what says the same as the product is none of one's own. */
export const labelsFrom = (given: GivenLabels, defaults: Labels = {}): Labels =>
  Object.fromEntries(
    labelLanguages.flatMap((language) => {
      const label = given[labelFieldOf(language)]?.trim()
      return label && label !== defaults[language] ? [[language, label]] : []
    }),
  )

/** The text in a column of texts by language; nothing where that language has none. */
export const inLanguage = (texts: SQL | object, language: string): SQL =>
  sql`nullif(${texts} ->> ${sql.raw(`'${labelLanguages.find((one) => one === language) ?? 'en'}'`)}, '')`

/** Message format: a text with `{{names}}` in it, each filled in from a column of values by name. */
export const messageFormat = (text: string, values: Column): SQL =>
  sql`concat(${sql.join(
    text.split(/\{\{(\w+)\}\}/).map((part, nth) => (nth % 2 ? sql`${values} ->> ${part}::text` : sql`${part}::text`)),
    sql`, `,
  )})`

/** Column mappings of the labels of a row, by where the label of a language stands. */
export const labelMappings = (labelIn: (language: LabelLanguage) => SQL) => ({
  ...{ labelEn: labelIn('en'), labelZh: labelIn('zh'), labelEs: labelIn('es') },
  ...{ labelVi: labelIn('vi'), labelId: labelIn('id'), labelJa: labelIn('ja') },
})

/** Columns of a name that staff have given: as it was given, and what it is called in other languages. */
export interface NameColumns {
  readonly name: Column
  readonly names: Column
}

/** A table of what staff name. */
interface NamedRows extends NameColumns {
  readonly id: Column
}

const isLabelled = (language: string) => labelLanguages.some((one) => one === language)

/** A name that staff have given, as its reader's language has it. */
export function nameIn({ name, names }: NameColumns, t: Translate): SQL<string> {
  const language = t('call.language')
  return isLabelled(language) ? sql<string>`coalesce(${inLanguage(names, language)}, ${name})` : sql<string>`${name}`
}

/** Labels without that of the language a new name was given in: it is called so no longer. */
export const withoutLabel = (names: Column, language: string): SQL => sql`${names} - ${language}::text`

/** The same of what a row refers to: found by its name in any language. `joined`: as what the table is joined, where not as itself. */
export const nameRef = (id: Expression, rows: NamedRows, t: Translate, joined: NameColumns = rows): RefColumns => ({
  id,
  name: nameIn(joined, t),
  among: { id: rows.id, name: rows.name, names: rows.names },
})

/** The same where its name is looked up, not joined. */
export const nameLookup = (id: Expression, rows: NamedRows, t: Translate): RefColumns => ({
  ...nameRef(id, rows, t),
  name: sql`(select ${nameIn(rows, t)} from ${rows.id.table} where ${rows.id} = ${id})`,
})

/** The same of a row itself: as its reader has it, as it was given, and in each language. */
export const nameFieldsOf = (of: NameColumns, t: Translate) => ({
  name: nameIn(of, t),
  givenName: of.name,
  ...labelMappings((language) => inLanguage(of.names, language)),
})
