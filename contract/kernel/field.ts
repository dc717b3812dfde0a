import { z } from 'zod'

/** How a value is shown, filtered, asked for and exported. */
export type Kind =
  | 'id'
  | 'ref'
  | 'name'
  | 'masked'
  | 'text'
  | 'choice'
  | 'tags'
  | 'flag'
  | 'count'
  | 'money'
  | 'rate'
  | 'date'
  | 'instant'

/** How much a state asks for attention. Never told by colour alone. */
export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'muted'

/** What a schema says about its values beside their shape. `of`: the noun, the vocabulary or the secret. */
export interface Shown {
  readonly kind: Kind
  readonly of?: string
  /** The tone of each word or code of a choice; what is not named has none. */
  readonly tones?: Readonly<Record<string, Tone>>
}
/** Where schemas tell their kind; brands alone are gone at run time. */
const shown = z.registry<Shown>()

/** Marks `schema` as holding what `is` says. Answers the same schema. */
export function tells<Schema extends z.ZodType>(is: Shown, schema: Schema): Schema {
  shown.add(schema, is)
  return schema
}

/** One field of a row or an input, as grids, filters, arguments and exports need it. */
export interface Field extends Shown {
  readonly name: string
  readonly nullable: boolean
  /** The words or codes of a choice or of tags, in the order of their declaration. */
  readonly choices?: readonly (string | number)[]
}

/** Kinds that identify a person: their values never stand in a URL, a title or a log. */
export const personal = ({ kind }: Shown): boolean => kind === 'name' || kind === 'masked'

type Def = z.core.$ZodTypes['_zod']['def']
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  // every wrapper of zod (optional, nullable, default, readonly, …) keeps what it wraps under this name
  const def = schema._zod.def as Def & { innerType?: z.core.$ZodType }
  return def.innerType
}

const nullableOf = (schema: z.core.$ZodType): boolean => {
  if (schema._zod.def.type === 'nullable') return true
  const inner = unwrapped(schema)
  return inner ? nullableOf(inner) : false
}

const choicesOf = (schema: z.core.$ZodType): (string | number)[] =>
  [...(schema._zod.values ?? [])] as (string | number)[]

/** What `schema` holds, looking through everything wrapped around it. */
function shownOf(schema: z.core.$ZodType): Omit<Field, 'name' | 'nullable'> {
  const told = shown.get(schema)
  if (told) return told.kind === 'choice' ? { ...told, choices: choicesOf(schema) } : told
  const inner = unwrapped(schema)
  if (inner) return shownOf(inner)
  const def = schema._zod.def as Def
  if (def.type === 'array') return { ...shownOf(def.element), kind: 'tags' }
  if (def.type === 'boolean') return { kind: 'flag' }
  if (def.type === 'number') return { kind: 'count' }
  if (def.type === 'string') return { kind: 'text' }
  throw new TypeError(`a field cannot hold ${def.type} without telling its kind`)
}

/**
 * The field `name` whose values `schema` describes.
 * @throws TypeError for a shape that is no value of a row: a nested object, a union of shapes.
 */
export const fieldOf = (name: string, schema: z.core.$ZodType): Field => ({
  name,
  nullable: nullableOf(schema),
  ...shownOf(schema),
})

/** Every field of a row, in the order of its declaration. */
export const fieldsOf = (row: z.ZodObject): readonly Field[] =>
  Object.entries(row.shape).map(([name, schema]) => fieldOf(name, schema))
