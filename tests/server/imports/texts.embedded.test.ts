import { expect, test } from 'vitest'
import { ImportStep, importFlow, Separator } from '#contract/imports/calls.ts'
import { fieldsOfFile, importFiles } from '#contract/imports/mapping.ts'
import { languages } from '#locales/index.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { importProblems } from '#server/modules/imports/cells.ts'

const said = [
  ...importProblems.map((problem) => `problem.${problem}`),
  ...importFiles.map((file) => `file.${file}`),
  ...importFiles.flatMap(fieldsOfFile).map((field) => `field.${field}`),
  ...importFlow.states.map((state) => `state.${state}`),
  ...[...ImportStep.values].map((step) => `step.${step}`),
  ...[...Separator.values].map((separator) => `separator.${separator}`),
]

test.for(languages)('everything that is said about imports has words in %s', (language) => {
  const { t } = readTranslations()
  const english = (key: string) => t('en', `imports.${key}`)

  const missing = said.filter((key) => {
    const text = t(language, `imports.${key}`)
    return text === `imports.${key}` || (language !== 'en' && key.startsWith('problem.') && text === english(key))
  })

  expect(missing).toEqual([])
})
