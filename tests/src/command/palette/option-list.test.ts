import { join } from 'node:path'
import fc from 'fast-check'
import { type Browser, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { afterAll, test as base, beforeAll, expect } from 'vitest'
import { browserArgs, findBrowser } from '#scripts/browser.ts'
import type { Shown } from './option-list.page.tsx'

/** The page as one script. */
async function scriptOf(file: string): Promise<string> {
  const built = await build({
    ...{ root: import.meta.dirname, configFile: false, logLevel: 'silent' },
    build: { write: false, minify: false, rolldownOptions: { input: join(import.meta.dirname, file) } },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return outputs.flatMap((one) => (one.type === 'chunk' ? one.code : []))[0]!
}

let browser: Browser
let script = ''
beforeAll(async () => {
  script = await scriptOf('option-list.page.tsx')
  browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserArgs] })
})
afterAll(() => browser.close())

/** A page with nothing on it but a line and the rows under it, in a real browser. */
const test = base.extend<{ page: Page }>({
  page: async ({ task }, use) => {
    const page = await browser.newPage()
    await page.setContent(`<title>${task.id}</title>`)
    await page.addScriptTag({ type: 'module', content: script })
    await page.waitForFunction(() => typeof window.show === 'function')
    await use(page)
    await page.close()
  },
})

/** What Chromium's accessibility tree says: which row the line announces, and which are highlighted. */
async function seen(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  await cdp.detach()
  const of = (node: (typeof nodes)[number], name: string) => node.properties?.find((one) => one.name === name)?.value
  const line = nodes.find(({ role }) => role?.value === 'combobox')
  const active = line && of(line, 'activedescendant')?.relatedNodes?.[0]?.backendDOMNodeId
  const announced = nodes.find(({ backendDOMNodeId }) => active !== undefined && backendDOMNodeId === active)
  const lit = nodes.filter((node) => node.role?.value === 'option' && of(node, 'selected')?.value === true)
  return { announced: announced?.name?.value ?? null, lit: lit.map(({ name }) => name?.value) }
}

const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 6 })
const shown = ids.chain(
  (all): fc.Arbitrary<Shown> =>
    fc.record({
      ids: fc.constant(all),
      disabled: fc.subarray(all),
      chosen: all.length > 0 ? fc.option(fc.constantFrom(...all)) : fc.constant(null),
    }),
)
const choosable = ({ disabled, chosen }: Shown) => chosen === null || !disabled.includes(chosen)

test('what is announced, what is highlighted and what would run is one row, after whatever comes and goes', async ({
  page,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(shown.filter(choosable), { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const step of steps) {
        await page.evaluate((next) => window.show(next), step)
        const row = step.chosen
        await expect.poll(() => seen(page)).toEqual({ announced: row, lit: row === null ? [] : [row] })
      }
    }),
    { numRuns: 40 },
  )
}, 600_000)

test('a row that cannot be run now is not highlighted in place of the one that was chosen', async ({ page }) => {
  await page.evaluate(() => window.show({ ids: ['money'], disabled: [], chosen: null }))
  await page.evaluate(() => window.show({ ids: ['off', 'money', 'page'], disabled: ['off'], chosen: 'page' }))

  await expect.poll(() => seen(page)).toEqual({ announced: 'page', lit: ['page'] })
})

test('of many rows no more than are in sight stand there, the one that Enter would run always among them', async ({
  page,
}) => {
  const ids = Array.from({ length: 120 }, (_, i) => `r${i}`)
  const mounted = () => page.getByRole('option').count()
  for (const chosen of ['r0', 'r49', 'r50', 'r119', 'r70', 'r69', 'r3', 'r100']) {
    await page.evaluate((next) => window.show(next), { ids, disabled: [], chosen })

    await expect.poll(() => seen(page)).toEqual({ announced: chosen, lit: [chosen] })
    expect(await mounted()).toBeLessThanOrEqual(26)
  }
  await page.evaluate((next) => window.show(next), { ids, disabled: [], chosen: 'r0' })
  await page.getByRole('option', { name: '107 more' }).click()

  expect(await page.evaluate(() => window.ran)).toEqual(['reach r13'])
})

test('the pointer runs the row it is on, and moving it highlights nothing', async ({ page }) => {
  await page.evaluate(() => window.show({ ids: ['a', 'b', 'c'], disabled: ['c'], chosen: 'a' }))

  await page.getByRole('option', { name: 'b' }).hover()
  await expect.poll(() => seen(page)).toEqual({ announced: 'a', lit: ['a'] })
  await page.getByRole('option', { name: 'b' }).click()
  await page.getByRole('option', { name: 'c' }).click({ force: true })

  expect(await page.evaluate(() => window.ran)).toEqual(['b'])
})

test('whoever scrolls finds more rows below, and keeps them when others arrive behind', async ({ page }) => {
  const ids = Array.from({ length: 40 }, (_, i) => `r${i}`)
  const show = (all: readonly string[]) =>
    page.evaluate((next) => window.show(next), { ids: all, disabled: [], chosen: 'r0' })
  const rows = () => page.getByRole('group').getByRole('option')
  await page.addStyleTag({
    content: '[role=listbox] { height: 100px; overflow: auto } [role=option] { display: block }',
  })
  await show(ids)
  await expect.poll(() => rows().count()).toBe(13)

  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, 60))
  await expect.poll(() => rows().count()).toBe(26)
  await show([...ids, 'late'])

  expect(await rows().count()).toBe(26)
}, 300_000)
