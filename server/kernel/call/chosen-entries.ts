import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { metaOf } from '#contract/kernel/field.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { EntryChoice, Words } from '#server/kernel/base/words.ts'

/** An argument that holds a code of a dictionary, or may hold one. */
interface EntryArgument {
  readonly name: string
  readonly dictionary: string
  /** Whether anything else may be typed. */
  readonly free: boolean
}

const known = new WeakMap<Endpoint, readonly EntryArgument[]>()

/** The arguments of an endpoint that are chosen from dictionaries. */
function entryArgumentsOf(endpoint: Endpoint): readonly EntryArgument[] {
  const made =
    known.get(endpoint) ??
    Object.entries(endpoint.input.shape).flatMap(([name, schema]): EntryArgument[] => {
      const { kind, of, offers } = metaOf(schema) ?? {}
      if (offers) return [{ name, dictionary: offers, free: true }]
      return kind === 'choice' && of ? [{ name, dictionary: of, free: false }] : []
    })
  known.set(endpoint, made)
  return made
}

/**
 * The entries that a call chooses.
 * @throws Refusal `unknown_entry`, `entry_disabled`, with the argument as its field.
 */
export function chosenEntries(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  words: Words,
): readonly EntryChoice[] {
  if (endpoint.risk === 'read') return []
  return entryArgumentsOf(endpoint).flatMap(({ name, dictionary, free }): EntryChoice[] => {
    const value = input[name]
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const choice = { dictionary, code: String(value) }
    const fault = words.faultOf(choice)
    if (fault === 'unknown_entry' && free) return []
    const of = vocabularies.get(dictionary)?.labels ?? dictionary
    if (fault) throw new Refusal(fault, { entry: { vocabulary: of, value } }, { field: name })
    return vocabularies.get(dictionary)?.codesOf === 'open' ? [choice] : []
  })
}
