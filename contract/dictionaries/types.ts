import { z } from 'zod'
import { api, change, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { subject } from '../kernel/subject.ts'
import { Choice, Id, Instant, Ref, Version } from '../kernel/values.ts'

/**
 * Who says the codes of a dictionary: nobody, where it only holds others; a state machine; rules that depend on them;
 * staff, beside what comes with the product; staff alone.
 */
const DictionaryKind = Choice('dictionaries.kind', ['group', 'states', 'codes', 'open', 'own'])

/** A dictionary type: a list of codes with labels. */
export const Dictionary = z.object({
  /** Its type code, `tickets.kind`. */
  id: Id('dictionary'),
  version: Version,
  name: z.string(),
  kind: DictionaryKind,
  /** The type it stands below; none: the root. */
  parent: Ref('dictionary').nullable(),
  sort: z.int(),
  /** Where it stands in the tree: behind its parent, in the order of their numbers. */
  place: z.string(),
  /** How many entries it has. */
  entries: z.int(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Dictionary = z.output<typeof Dictionary>
/** Subject: a dictionary type. */
export const dictionary = subject('dictionaries', Dictionary, { opens: 'dictionaries', findBy: ['label'] })

const [nameMax, sortMax] = [80, 9_999]
/** How a type code is written: words of letters and digits, with points between. */
const TypeCode = z
  .string()
  .trim()
  .max(40)
  .regex(/^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)*$/)
/** What stands for the root where the parent of a type is asked for. */
export const rootCode = 'root'
/** The type that one stands below: the root is one. */
const Parent = Id('parentDictionary')
const Name = z.string().trim().min(1).max(nameMax)
/** Where it stands among those of its level; the lowest first. */
export const Sort = z.int().min(0).max(sortMax)
const kept = { subject: dictionary } as const

/** Dictionary types. */
export const dictionaries = api('dictionaries', {
  list: list('GET /sys/dict/listDict', {
    requires: 'dictionaries',
    row: Dictionary,
    subject: dictionary,
    filter: ['id', 'name', 'kind', 'parent', 'sort', 'entries', 'changedBy', 'createdAt'],
    sort: ['id', 'name', 'kind', 'place'],
    search: ['id', 'name'],
    order: 'place',
    created: 'createdAt',
  }),

  add: write('POST /sys/dict/addDict', {
    requires: 'dictionaries.add',
    input: z.object({ code: TypeCode, name: Name, sort: Sort, parent: Parent }),
    output: z.object({ id: Id('dictionary') }),
    faults: ['known_already', 'unknown_parent'],
  }),

  edit: change('PUT /sys/dict/updateDict', {
    ...kept,
    requires: 'dictionaries.edit',
    args: { name: Name, sort: Sort, parent: Parent },
    faults: ['unknown_parent', 'parent_cycle'],
  }),

  remove: change('DELETE /sys/dict/deleteDict', {
    ...kept,
    requires: 'dictionaries.remove',
    faults: ['comes_with_product', 'has_entries', 'has_children'],
  }),
})
