import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, startLanguage } from '#src/locale/language.ts'
import { pretend } from '#tests/src/command/browser.ts'

beforeAll(async () => {
  pretend()
  await startLanguage()
  await loadTexts('en')
})

test.for(['ledger', 'constructor'])('a page whose component nobody knows says so: %s', async (component) => {
  const { Outlet } = await import('#src/shell/Outlet.tsx') // looks at the browser when it is loaded

  const shown = renderToStaticMarkup(createElement(Outlet, { tab: '/ledger', component, components: {} }))

  expect(shown).toContain('This console cannot show the page')
  expect(shown).toContain(`“${component}”`)
})
