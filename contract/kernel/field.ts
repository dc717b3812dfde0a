import { z } from 'zod'
import { type Code, type Tone, vocabularies } from './vocabulary.ts'

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

/**
 * Field metadata: what a schema says about its values beside their shape. `of`: the noun, the vocabulary or the secret.
 */
export interface FieldMeta {
  readonly kind: Kind
  readonly of?: string
  /** What a count is of, where that is no things; what a day stands for, where that is more than the day. */
  readonly unit?: 'seconds' | 'month'
  /** The tone of each word or code of a choice; what is not named has none. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** The dictionary whose entries are offered beside whatever else may be typed: their keys stand below `of`. */
  readonly offers?: string
  /** Whether it stands as somebody outside wrote it, in a language that nobody told. */
  readonly quoted?: boolean
  /** The language it is written in (BCP 47), whoever reads it; or the field of its row that says so. */
  readonly lang?: string
  readonly langField?: string
  /** Whether staff add to the codes of a choice: those that are known here are only the first. */
  readonly open?: boolean
}
/** Where schemas tell their kind; brands alone are gone at run time. */
const fieldMetas = z.registry<FieldMeta>()

/** Annotates `schema` with field metadata. Answers the same schema. */
export function annotate<Schema extends z.ZodType>(is: FieldMeta, schema: Schema): Schema {
  fieldMetas.add(schema, is)
  return schema
}

/** One field of a row or an input, as grids, filters, arguments and exports need it. */
export interface Field extends FieldMeta {
  readonly name: string
  readonly nullable: boolean
  /** The words or codes of a choice or of tags, in the order of their declaration. */
  readonly choices?: readonly (string | number)[]
}

/** Personal data (PII): kinds that identify a person. Their values never stand in a URL, a title or a log. */
export const isPersonal = ({ kind }: FieldMeta): boolean => kind === 'name' || kind === 'masked'

type Def = z.core.$ZodTypes['_zod']['def']
const innerTypeOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  // every wrapper of zod (optional, nullable, default, readonly, …) keeps what it wraps under this name
  const def = schema._zod.def as Def & { innerType?: z.core.$ZodType }
  return def.innerType
}

const nullableOf = (schema: z.core.$ZodType): boolean => {
  if (schema._zod.def.type === 'nullable') return true
  const inner = innerTypeOf(schema)
  return inner ? nullableOf(inner) : false
}

const choicesOf = (schema: z.core.$ZodType, { of = '', open }: FieldMeta): readonly Code[] =>
  open ? (vocabularies.get(of)?.codes ?? []) : ([...(schema._zod.values ?? [])] as Code[])

/** What a schema says of its values, looking through everything wrapped around it; nothing where it says nothing. */
export function metaOf(schema: z.core.$ZodType): FieldMeta | undefined {
  const inner = innerTypeOf(schema)
  return fieldMetas.get(schema) ?? (inner && metaOf(inner))
}

/** What `schema` holds, looking through everything wrapped around it. */
function fieldMetaOf(schema: z.core.$ZodType): Omit<Field, 'name' | 'nullable'> {
  const told = fieldMetas.get(schema)
  if (told) return told.kind === 'choice' ? { ...told, choices: choicesOf(schema, told) } : told
  const inner = innerTypeOf(schema)
  if (inner) return fieldMetaOf(inner)
  const def = schema._zod.def as Def
  if (def.type === 'array') return { ...fieldMetaOf(def.element), kind: 'tags' }
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
  ...fieldMetaOf(schema),
})

/** Every field of a row, in the order of its declaration. */
export const fieldsOf = (row: z.ZodObject): readonly Field[] =>
  Object.entries(row.shape).map(([name, schema]) => fieldOf(name, schema))
