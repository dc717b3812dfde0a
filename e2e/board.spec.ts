import { pages } from '#contract/menu.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

test('numbers of the board are gone through by keys, explained, and open the rows that they count; from there cases that wait are given out', async ({
  sit,
}) => {
  const desk = await sit('manager', { path: pages.board })
  const { page } = desk

  await test.step('numbers', async () => {
    const open = page.locator('[data-number=open]').first()
    await expect(open).toBeVisible()
    await expectNoAxeViolations(page)
    await desk.press('j')
    await expect(page.locator('[data-number=due]').first()).toBeFocused()
    await desk.press('d')
    await expect(page.getByRole('status').filter({ hasText: 'whose due date is today' })).toBeVisible()
    const isThere = () => open.evaluate((one) => one === document.activeElement)
    for (let steps = 0; steps < 12 && !(await isThere()); steps++) await desk.press('l')
    await expect(open).toBeFocused()
    // a task may open or close a case in between: the board is live, and says what the list has said
    await expect(async () => {
      await open.focus()
      await desk.press('Enter')
      await expect(desk.heading('Open cases')).toBeVisible()
      const position = page.getByText(/^row 1 of [\d,]+/)
      await expect(position).toBeVisible()
      const [, listed] = /of ([\d,]+)/.exec(await position.innerText())!
      await page.goBack()
      await expect(open).toBeVisible()
      expect(listed).toBe((await open.innerText()).trim())
    }).toPass({ timeout: 180_000 })
    const count = (await open.innerText()).trim()
    await desk.press('/')
    await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toBeFocused()
    await desk.type('name:asha')
    await desk.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'cannot be filtered' })).toBeVisible()
    await desk.press('mod+a')
    await desk.type('customerKind:old')
    await desk.press('Enter')
    await expect(page).toHaveURL(/q=customerKind%3Aold/)
    await expect
      .poll(async () => Number((await open.innerText()).replaceAll(/\D/g, '')))
      .toBeLessThan(Number(count.replaceAll(/\D/g, '')))
    await expect(page.getByText(/^Live, /)).toBeVisible()
  })

  await test.step('cases that wait', async () => {
    await expect(page.getByText(/^Cases that wait for a collector: \d+$/)).toBeVisible()
    await desk.press('1')
    await expect(page).toHaveURL(/\/allocation\/rehearsal/)
  })
})
