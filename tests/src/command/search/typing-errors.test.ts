import { expect, test } from 'vitest'
import type { Language } from '#locales/index.ts'
import { foldText } from '#src/command/search/fold.ts'
import { search } from '#src/command/search/search.ts'
import { drawMisspelt, typingErrors } from '#tests/support/misspell.ts'
import { indices } from './catalogue.ts'
import { anywhere } from './titles.ts'

/** The same as `npm run bench -- palette:rates` has in its table. */
const draws = { count: 200, seed: 20_261_123 }

/** How many of the drawn titles are among the first three when they are typed with one error. */
function foundInTop3(language: Language, error: string): number {
  const index = indices[language]!
  const names = index.items.map(({ entry }) => ({ id: entry.id, text: entry.titles[language] }))
  return drawMisspelt(names, error, draws).filter(({ typed, meant }) =>
    search(index, typed, anywhere)
      .slice(0, 3)
      .some(({ title }) => foldText(title.text) === meant.text),
  ).length
}

const cases = (['en', 'es', 'vi', 'id'] as const).flatMap((language) =>
  Object.keys(typingErrors).map((error) => [language, error] as const),
)

test.for(cases)('in %s a title with a letter %s is among the first three, 95 times of 100', ([language, error]) => {
  expect(foundInTop3(language, error)).toBeGreaterThanOrEqual(0.95 * draws.count)
})

test.for(Object.keys(typingErrors))(
  'on a Chinese screen the pinyin of a title with a letter %s is among the first three, 95 times of 100',
  (error) => {
    const sounds = new Map(
      indices.zh!.items.map(({ entry: { id, readings } }) => [
        id,
        (readings.pinyin ?? []).map(([likeliest]) => likeliest).join(''),
      ]),
    )
    const names = [...sounds].map(([id, text]) => ({ id, text }))

    const found = drawMisspelt(names, error, draws).filter(({ typed, meant }) =>
      search(indices.zh!, typed, anywhere)
        .slice(0, 3)
        .some(({ id }) => sounds.get(id)?.toLowerCase() === meant.text),
    )

    expect(found.length).toBeGreaterThanOrEqual(0.95 * draws.count)
  },
)

test.for(Object.keys(typingErrors))(
  'on a Japanese screen the kana of a title with a letter %s is among the first three, 95 times of 100',
  (error) => {
    const kana = new Map(
      indices.ja!.items.flatMap(({ entry: { id, readings } }) =>
        readings.kana ? [[id, foldText(readings.kana.replaceAll(/\s/g, ''))] as const] : [],
      ),
    )
    const names = [...kana].map(([id, text]) => ({ id, text }))

    const found = drawMisspelt(names, error, draws).filter(({ typed, meant }) =>
      search(indices.ja!, typed, anywhere)
        .slice(0, 3)
        .some(({ id }) => kana.get(id) === meant.text),
    )

    expect(found.length).toBeGreaterThanOrEqual(0.95 * draws.count)
  },
)
