import { expect, test } from 'vitest'
import type { z } from 'zod'
import { declaredTypes, labelsOf, machineVocabularies } from '#contract/dictionaries/declared.ts'
import { tones } from '#contract/dictionaries/words.ts'
import { metaOf } from '#contract/kernel/field.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'

const words = readTranslations()
const list = 'contract/dictionaries/declared.ts'
const types = declaredTypes.map(({ id }) => id)

/** What schemas are made of, as far as others stand in it. */
interface Def {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly options?: readonly z.core.$ZodType[]
  readonly element?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly in?: z.core.$ZodType
  readonly out?: z.core.$ZodType
}

/** Ids of the vocabularies that a schema names, however deep. */
function vocabulariesIn(schema: z.core.$ZodType): string[] {
  const { kind, of, offers } = metaOf(schema) ?? {}
  if (offers) return [offers]
  if (kind === 'choice') return [of!]
  const { shape = {}, options = [], element, innerType, valueType, in: from, out } = schema._zod.def as Def // whichever it has
  const parts = [...Object.values(shape), ...options, element, innerType, valueType, from, out]
  return parts.flatMap((part) => (part && part._zod.def.type !== 'lazy' ? vocabulariesIn(part) : []))
}
const endpoints = [...registryOf(modules).entries.values()].map(({ endpoint }) => endpoint)
const named = [
  ...new Set(endpoints.flatMap(({ input, output }) => [...vocabulariesIn(input), ...vocabulariesIn(output)])),
]

test('every vocabulary of the contract is a dictionary type, or said to be a machine’s own', () => {
  expect(named).toEqual(expect.arrayContaining(['loans.state', 'tickets.kind', 'reasons.reduction', 'cases.hold']))
  const lacking = named.filter((id) => !types.includes(id) && !(id in machineVocabularies))
  expect(lacking.map((id) => `${list} lacks ${id}: add it to a group, or to machineVocabularies and say why`)).toEqual(
    [],
  )
  const twice = types.filter((id) => id in machineVocabularies)
  expect(twice.map((id) => `${list} has ${id} in a group and in machineVocabularies: take one out`)).toEqual([])
})

test('no dictionary type and no machine is declared for a vocabulary that is there no longer', () => {
  const groups = declaredTypes.filter(({ parent }) => parent === null).map(({ id }) => id)

  const declared = [...types.filter((id) => !groups.includes(id)), ...Object.keys(machineVocabularies)]
  const gone = declared.filter((id) => !vocabularies.has(id))
  expect(gone.map((id) => `${list} has ${id}, which is no vocabulary any longer: take it out`)).toEqual([])
  expect(new Set(types).size).toBe(types.length)
})

test('every type has a name and every entry a label, and every tone of an entry is one that can be chosen', () => {
  const keys = [
    ...types.map((id) => `dictionaries.of.${id}`),
    ...types.flatMap((id) => (vocabularies.get(id)?.codes ?? []).map((code) => `${labelsOf(id)}.${code}`)),
  ]
  const toned = types.flatMap((id) => Object.values(vocabularies.get(id)?.tones ?? {}))

  const lacking = keys.filter((key) => !words.has(key))
  expect(lacking.map((key) => `locales/en lacks ${key}: add what readers call it, in every language`)).toEqual([])
  expect(toned.filter((tone) => !(tones as readonly string[]).includes(tone))).toEqual([])
})

test('the codes of the specification are there: 22 to reject by, 43 of quality', () => {
  expect(vocabularies.get('loans.rejectCode')?.codes.length).toBe(22)
  expect(vocabularies.get('vocabularies.qualityCode')?.codes.length).toBe(43)
})
