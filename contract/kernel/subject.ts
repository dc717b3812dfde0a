import type { z } from 'zod'
import { type PageId, pages } from '../menu.ts'
import { type Field, fieldsOf } from './field.ts'
import type { KnownPage } from './rights.ts'
import type { Version } from './values.ts'

/** A kind of row that can be changed: it has an identity and counts its writes. */
export type Changeable = z.ZodObject<z.ZodRawShape & { id: z.ZodType; version: typeof Version }>

/** Id series: how the ids of a noun begin, two letters that no other has. Each series has a sequence of its own. */
export interface IdSeries<Noun extends string = string> {
  readonly noun: Noun
  readonly prefix: string
}
export const idSeries = <const Noun extends string>(noun: Noun, prefix: string): IdSeries<Noun> => ({ noun, prefix })

/**
 * What the record search finds a record by: its own id or the beginning of it, the name of the person it is about, the
 * loan it belongs to, the customer it is about, what it was called where it came from; of what an administrator keeps,
 * where there are few, its label: any part of its code, or of its name, title or number as its list shows them.
 */
export type FindKey = 'id' | 'name' | 'loan' | 'customer' | 'externalRef' | 'label'

/** A kind of row that commands act on. */
export interface Subject<Noun extends string = string, Row extends Changeable = Changeable> {
  readonly noun: Noun
  readonly row: Row
  readonly fields: readonly Field[]
  /** How its ids are made; null where they are codes that somebody chooses. */
  readonly ids: IdSeries | null
  /** Where a record is looked at: the list that shows it, or a page of its own, which takes `id`. */
  readonly opens: PageId | `/${string}`
  /** Nothing where the record search does not look for it. */
  readonly findBy: readonly FindKey[]
}

/** The noun that a type of ids is branded with. */
type NounOf<Id> = Id extends z.$brand<infer Brand> ? (Brand extends `${infer Noun}.id` ? Noun : never) : never

/** Options of a subject: what is said of it beside its noun and its row. */
interface SubjectOptions<Prefix extends string, Opens extends string> {
  readonly prefix?: Prefix
  readonly opens: Opens & (Opens extends `/${string}` ? unknown : KnownPage<Opens>)
  /** Its name in the singular is the text `noun` of its locales then. */
  readonly findBy?: Subject['findBy']
}

/**
 * Names a kind of row. Every listing of the noun shows at least these fields, and its commands are offered there; id
 * sequence, links, pasted ids and the record search follow from what is said here.
 */
export const subject = <
  const Noun extends string,
  Row extends Changeable,
  const Opens extends string,
  const Prefix extends string = never,
>(
  noun: Noun,
  row: Row,
  { prefix, findBy = [], ...about }: SubjectOptions<Prefix, Opens>,
) => {
  const fields = fieldsOf(row)
  const idNoun = fields.find(({ name }) => name === 'id')?.of
  const ids = prefix && idNoun ? idSeries(idNoun, prefix) : null
  // an id says its noun by its type and by its field alike
  type Ids = [Prefix] extends [never] ? null : IdSeries<NounOf<z.output<Row['shape']['id']>>>
  const opens = about.opens as Subject['opens'] // checked where it was written down
  return { noun, row, fields, ids: ids as Ids, opens, findBy } satisfies Subject<Noun, Row>
}

/** The path of the page that shows a record. */
export const recordPath = <S extends Subject>({ opens }: S, id: z.output<S['row']['shape']['id']>): string => {
  const own = encodeURIComponent(String(id))
  return isPage(opens) ? listPath(opens, `id:${own}`) : `${opens}?id=${own}`
}

const isPage = (opens: Subject['opens']): opens is PageId => opens in pages

/** The path of a list that shows what a filter line matches. */
export const listPath = (page: PageId, query: string): string => `${pages[page]}?q=${encodeURIComponent(query)}`
