import type { CDPSession } from 'playwright/test'
import { find } from '#contract/find.ts'
import { history } from '#contract/history.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

interface Seen {
  readonly announced: string | null
  readonly lit: readonly (string | undefined)[]
}

/** What Chromium's accessibility tree says: which row the line of the palette announces, and which are highlighted. */
async function seen(cdp: CDPSession): Promise<Seen> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.querySelector("[role=dialog]")' })
  const all = async (role: string) => {
    const { nodes } = await cdp.send('Accessibility.queryAXTree', { objectId: result.objectId!, role })
    return nodes
  }
  const [lines, options] = [await all('combobox'), await all('option')]
  const of = (node: (typeof lines)[number], name: string) => node.properties?.find((one) => one.name === name)?.value
  const line = lines.find((node) => of(node, 'focused')?.value === true)
  const active = line && of(line, 'activedescendant')?.relatedNodes?.[0]?.backendDOMNodeId
  const announced = options.find(({ backendDOMNodeId }) => active !== undefined && backendDOMNodeId === active)
  const lit = options.filter((node) => of(node, 'selected')?.value === true)
  return { announced: announced?.name?.value ?? null, lit: lit.map(({ name }) => name?.value) }
}

/**
 * Reads the palette as a screen reader does: answers what is announced, once it is what is highlighted, and nothing
 * else is.
 */
async function listening({ page }: ConsolePage): Promise<() => Promise<string>> {
  const cdp = await page.context().newCDPSession(page)
  return async () => {
    let now: Seen = { announced: null, lit: [] }
    await expect(async () => {
      now = await seen(cdp)
      expect(now.announced).not.toBeNull()
      expect(now.lit).toEqual([now.announced])
    }).toPass()
    return now.announced!
  }
}

/** The page of that title is in front, or a tab of its own has opened: an address elsewhere. */
async function opened({ page, heading }: ConsolePage, title: string): Promise<void> {
  await expect
    .poll(async () => page.context().pages().length > 1 || (await heading(title).isVisible()), { timeout: 20_000 })
    .toBe(true)
  for (const tab of page.context().pages()) if (tab !== page) await tab.close()
}

/** Ways through the palette, key by key; what stands there after each is announced and highlighted. */
const ways = [
  ': f a i l',
  ': l ArrowDown ArrowDown',
  ': l ArrowUp ArrowUp',
  ': p l a Backspace Backspace ArrowDown',
  ': l o a n ArrowDown',
  ': f a i l mod+a Backspace : c u s t',
  '> r Backspace Backspace : a p p',
] as const

test('what is announced is what is highlighted and what Enter runs, after every key; what the server finds later stands below, and moves nothing', async ({
  sit,
}) => {
  const desk = await sit('ops', { own: true })
  const { page } = desk
  const announced = await listening(desk)

  await test.step('after every key', async () => {
    for (const way of ways) {
      await desk.press('mod+k')
      await expect(desk.dialog.getByRole('combobox')).toBeFocused()
      await desk.press('mod+a Delete')
      for (const key of way.split(' ')) {
        await desk.press(key)
        await announced()
      }
      const name = await announced()
      const title = await desk.hit.locator('span').first().textContent()
      expect(name.startsWith(title!)).toBe(true)
      await desk.press('Enter')
      await expect(desk.dialog).toBeHidden()
      await opened(desk, title!)
    }
  })

  await test.step('found later', async () => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const record = { noun: 'customers', id: 'CU261122000001', name: 'Planner Rao', hint: '' }
    await page.route(`**/api${find.records.at.split(' ')[1]}*`, async (route) => {
      await asked
      await route.fulfill({ json: { code: 200, msg: '', data: { found: [record] }, requestId: 'x' } })
    })
    // few are found by it, so that what stands below is in sight
    await desk.search('theme')
    await desk.press('ArrowDown')
    const before = await announced()
    const above = await desk.dialog.getByRole('option').first().textContent()
    answer()
    await expect(desk.dialog.getByRole('option', { name: /Planner Rao/ })).toBeVisible()
    expect(await announced()).toBe(before)
    expect(await desk.dialog.getByRole('option').first().textContent()).toBe(above)
    await expect(desk.dialog.getByRole('option').last()).toHaveText(/Planner Rao/)
  })
})

/** How long what was found has to stand before Enter is heard, where it changes something. */
const youngMs = 150

test('a row that has just appeared is not what Enter was pressed for', async ({ sit }) => {
  const desk = await sit('admin', { own: true })
  await desk.press('mod+k')
  await expect(desk.dialog.getByRole('combobox')).toBeFocused()
  await desk.page.clock.install()
  await desk.page.clock.pauseAt(Date.now() + 60_000)

  await desk.type('> add coupon template')
  await expect(desk.hit).toHaveText(/Add coupon template/)
  await desk.press('Enter')
  await expect(desk.dialog.getByRole('combobox', { name: 'Name' })).toHaveCount(0)

  await desk.page.clock.fastForward(youngMs)
  await desk.press('Enter')
  await desk.asked('Name')
})

test('what was done last is in the history though the page went away at once', async ({ sit }) => {
  const inspector = await signedIn('inspector')
  const desk = await sit('inspector')
  await desk.go('g p', 'Repayment plans')
  await desk.press('g l')
  await desk.page.goto('about:blank')

  await expect
    .poll(async () => (await inspector.call(history.list, {})).past.slice(0, 2).map(({ call }) => call.id))
    .toEqual(['menu.applications', 'menu.plans'])
})

test('out of hours a customer is not called, and “?” says from when on', async ({ sit }) => {
  const desk = await sit('collector')
  const evening = { time: '2026-03-10T13:30:00.000Z', country: 'IN' }
  await desk.page.route('**/api/get/time*', (route) => route.fulfill({ json: { code: 200, msg: '', data: evening } }))
  await desk.page.reload()
  await expect(desk.page.getByRole('main')).toBeVisible()
  const late = /Customers may be contacted again from 2026-03-11 08:00/
  await desk.go('g k', 'Open cases')

  await desk.press('b')
  await expect(desk.warning(late)).toBeVisible()
  await expect(desk.dialog).toBeHidden()
  await desk.press('ContextMenu')
  await desk.until(desk.page.getByRole('menuitem', { name: /^Not now/ }), 'ArrowUp')
  await desk.press('ArrowRight')
  await expect(desk.page.getByRole('menuitem', { name: /Call customer/ })).toContainText(late)
  await desk.press('Escape')
  await desk.search('?call customer')
  await expect(desk.hit).toContainText(late)
  await desk.press('Enter')
  await expect(desk.dialog).toContainText(late)
})
