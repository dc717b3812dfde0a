import type { Route } from 'playwright/test'
import { announcements } from '#contract/announcements.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { pages } from '#contract/menu.ts'
import { ticket, tickets } from '#contract/tickets.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Holds back the responses of a list. Answers how to let them through. */
async function held({ page }: ConsolePage, path: string): Promise<() => Promise<void>> {
  const asked: Route[] = []
  const isPage = (url: URL) => url.pathname === `/api${path}`
  await page.route(isPage, (route) => void asked.push(route))
  return async () => {
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await page.unroute(isPage)
    for (const route of asked) await route.continue().catch(() => {}) // given up meanwhile
  }
}
const path = tickets.operation.sparse.at.split(' ')[1]!

test('keys pressed before the rows have come act on them once they are there, and Enter after a filter opens the row that was looked for; a cell drawn late takes the focus from nobody', async ({
  sit,
}) => {
  const desk = await sit('manager')

  await test.step('marks, and the focus', async () => {
    const come = await held(desk, path)
    await desk.press('g t')
    await expect(desk.heading('Operation tickets')).toBeVisible()
    await desk.press('x j x')
    await come()
    await expect(desk.marked).toHaveCount(2)
    await expect(desk.status).toContainText('row 2 of')
    const line = desk.page.getByRole('search').getByRole('combobox')
    await desk.press('/')
    await expect(line).toBeFocused()
    // as the grid does it by itself
    await desk.rows
      .first()
      .getByRole('gridcell')
      .first()
      .evaluate((cell: HTMLElement) => cell.focus())
    await expect(line).toBeFocused()
  })

  await test.step('the row that was looked for, not the one that stood there', async () => {
    const ops = await signedIn('ops')
    const { rows } = await ops.call(tickets.operation, {})
    const { id } = rows.at(-1)!
    await desk.press('Escape')
    const come = await held(desk, path)
    await desk.ask(`id:${id}`)
    // how many there are is known before they are there
    await expect(desk.heading('Operation tickets').locator('+ span')).toHaveText('1')
    await desk.press('Enter')
    await come()
    await expect(desk.page).toHaveURL(recordPath(ticket, id))
  })
})

test('what is announced waits for rows that are on their way, and leaves them the focus', async ({ sit }) => {
  const desk = await sit('cs', { own: true })
  const { page } = desk
  await page.clock.install()
  await page.context().addCookies([{ name: 'language', value: 'es', url: page.url() }])
  const come = await held(desk, path)
  const [, toldAt] = announcements.shown.at.split(' ')
  const told = page.waitForResponse((response) => new URL(response.url()).pathname === `/api${toldAt}`)
  await page.goto(pages.operationTickets)
  await told
  await expect(page.getByRole('main').getByRole('search')).toBeVisible()

  await page.clock.fastForward(3_000)
  await expect(desk.dialog).toBeHidden()
  await come()
  await expect(desk.dialog).toContainText('Aviso para el equipo en español')
  await desk.press('Escape')

  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
})
