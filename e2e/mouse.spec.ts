import { pages } from '#contract/menu.ts'
import { payables } from './support/book.ts'
import { expect, test } from './support/test.ts'

test('who knows no key sends pay-outs again with the mouse alone: by the bar, by the menu of the row it points at; an id is a link, and a click elsewhere only moves the cursor', async ({
  sit,
}) => {
  const desk = await sit('ops')
  const { page } = desk

  await test.step('the bar; the menu of a row folds what cannot be done now', async () => {
    const [first, second] = await payables(2)
    const { row, counted, toast } = desk
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Failed payouts' }).click()
    for (const { id } of [first!, second!]) {
      await row(id).getByRole('gridcell').first().click()
      await expect(row(id)).toHaveAttribute('aria-selected', 'true')
    }
    await page.getByRole('toolbar', { name: '2 rows' }).getByRole('button', { name: 'Re-disburse' }).click()
    await expect(counted('Will be done').first()).toHaveText('2')
    await (await desk.read('Re-disburse 2')).click()
    await expect(toast('Sent again · 2')).toBeVisible()
    await desk.rows.first().click({ button: 'right' })
    const items = page.getByRole('menu').getByRole('group').first().getByRole('menuitem')
    await expect(items.first()).toBeEnabled()
    await page.getByRole('menuitem', { name: /^Not now/ }).click()
    const off = page.getByRole('region', { name: /^Not now/ }).getByRole('menuitem')
    await expect(off.first()).toBeVisible()
    expect(await items.evaluateAll((all) => all.map((item) => item.ariaDisabled))).not.toContain('true')
    for (const item of await off.all()) await expect(item).toBeDisabled()
    await expect(async () => {
      await desk.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
  })

  await test.step('a right-click means its row, whatever else is marked', async () => {
    const [marked, other] = await payables(2)
    await desk.show('failedPayouts', `id:${marked!.id},${other!.id}`, 2)
    await desk.row(marked!.id).getByRole('gridcell').first().click()
    await expect(desk.marked).toHaveCount(1)
    await desk.cell(other!.id, other!.id).click({ button: 'right' })
    const menu = desk.page.getByRole('menu')
    await expect(menu).toContainText(`Only ${other!.id}`)
    await menu.getByRole('menuitem', { name: /^Re-disburse/ }).click()
    await expect(desk.dialog).toContainText(other!.id)
    const seen = await desk.note([other!.id])
    await desk.confirm('Re-disburse')
    await seen('Disbursing')
    await expect(desk.row(marked!.id)).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a link looks so', async () => {
    const [one] = await payables(1)
    await desk.show('failedPayouts', `id:${one!.id}`, 1)
    const id = desk.cell(one!.id, one!.id)
    await desk.row(one!.id).locator('[col-id=name]').click()
    await expect(desk.page.locator('[role=gridcell][col-id=name]:focus')).toHaveCount(1)
    await expect(desk.heading('Failed payouts')).toBeVisible()
    await expect(id).toHaveCSS('cursor', 'pointer')
    await expect(id).toHaveCSS('text-decoration-line', 'underline')
    await id.click()
    await expect(desk.page).toHaveURL(new RegExp(`id=${one!.id}`))
  })
})

test('no column is seen as a sliver at the right edge, and the page in front is seen in the menu', async ({ sit }) => {
  const desk = await sit('admin')
  const { page } = desk
  for (const width of [1440, 1280, 1100]) {
    await page.setViewportSize({ width, height: 600 })
    await page.evaluate((path) => history.pushState(null, '', path), pages.plans)
    await expect(desk.rows.first()).toBeVisible()
    const edge = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().right)
    const heads = await page
      .locator('.ag-header-cell')
      .evaluateAll((all) =>
        all.map((head) => head.getBoundingClientRect()).map(({ left, width: wide }) => ({ left, wide })),
      )
    const cut = heads.find(({ left, wide }) => left < edge - 1 && left + wide > edge + 1)
    expect(cut ? (edge - cut.left) / cut.wide : 1).toBeGreaterThan(0.55)
  }
  await page.evaluate((path) => history.pushState(null, '', path), pages.signIns)
  await expect(page.getByRole('link', { name: 'Sign-in log' }).first()).toBeInViewport()
})
