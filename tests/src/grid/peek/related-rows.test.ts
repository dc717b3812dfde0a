import { expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldsOf } from '#contract/kernel/field.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { grids } from '#src/catalogue.ts'

const words = readTranslations()
const telling = grids.flatMap(({ id, listing, table }) => (table ? [{ id, listing, table }] : []))

test('a look at an instalment tells its penalty by day, one at a dictionary its entries, one at a parameter or a provider its history, one at a line its calls, one at an agency its commission', () => {
  expect(telling.map(({ id, table }) => [id, table.of.of.id]).toSorted()).toEqual([
    ['dictionaries.list', 'dictionaryEntries.of'],
    ['lines.list', 'lines.calls'],
    ['parameters.list', 'parameters.history'],
    ['plans.list', 'plans.penalties'],
    ['providerConfigs.list', 'providerConfigs.history'],
    ['units.list', 'units.commission'],
  ])
})

test('what belongs to a row is asked for by a field of it, and every field that is shown of it is there and has words', () => {
  for (const { listing, table } of telling) {
    const { of, rows, show } = table.of
    const noun = of.id.slice(0, of.id.indexOf('.'))
    const fields = fieldsOf((of.output.shape[rows] as z.ZodArray<z.ZodObject>).element).map(({ name }) => name)

    expect(listing.fields.map(({ name }) => name)).toContain(table.id)
    expect(fields).toEqual(expect.arrayContaining([...show]))
    expect([of.id, ...show.map((name) => `${noun}.${name}`)].filter((key) => !words.has(key))).toEqual([])
  }
})
