import i18next from 'i18next'
import { expect, test } from 'vitest'
import { languages } from '#locales/index.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'

const said = readTranslations('IN')
const keys = ['faults.stale_version', 'loans.list', 'command.yes', 'faults.of_nothing', 'constructor', '__proto__', '']

test('a text that nothing is filled into is what i18next says of it; what has none is its key', async () => {
  const texts = Object.fromEntries(
    languages.map((language) => [
      language,
      {
        translation: Object.fromEntries(
          keys.flatMap((key) => [[key, said.shipped(key)[language]]].filter(([, text]) => text !== undefined)),
        ),
      },
    ]),
  )
  const plain = i18next.createInstance()
  await plain.init({ lng: 'en', fallbackLng: 'en', resources: texts, nsSeparator: false, keySeparator: false })
  for (const language of languages)
    for (const key of keys) expect(said.t(language, key), key).toBe(plain.t(key, { lng: language }))

  expect(said.t('en', 'faults.of_nothing')).toBe('faults.of_nothing')
  expect(said.t('ja', 'command.yes')).not.toBe(said.t('en', 'command.yes'))
})

test('a label that an administrator has written is said instead, until it is written anew', () => {
  said.override([{ of: 'command', code: 'yes', labels: { en: 'Aye' }, offered: true } as never]) // no more of it is read
  expect(said.t('en', 'command.yes')).toBe('Aye')
  said.override([])
  expect(said.t('en', 'command.yes')).not.toBe('Aye')
})
