import { expectAccessible, overlays, useSystemTheme } from './support/accessibility.ts'
import { payables } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Opens a layer by keys, checks it in both themes, and leaves it. */
async function checkLayer(desk: ConsolePage, keys: string, part: string): Promise<void> {
  await test.step(keys, async () => {
    await desk.press(keys)
    await expect(desk.page.locator(part).first()).toBeVisible()
    await expectAccessible(desk.page, part)
    await desk.press('Escape')
    await expect(desk.page.locator(part)).toHaveCount(0)
  })
}

test('whatever opens over a list is without fault in either theme', async ({ sit }) => {
  const rows = await payables(3)
  const desk = await sit('ops')
  const { page } = desk
  await desk.show('failedPayouts', `id:${rows.map(({ id }) => id).join(',')}`, 3)
  await useSystemTheme(page)
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)

  for (const keys of ['c', 'E', 'v s', 'l F', '?']) await checkLayer(desk, keys, overlays.dialog)
  await checkLayer(desk, 'ContextMenu', overlays.menu)
  await page.getByRole('columnheader').nth(2).click({ button: 'right' })
  await expect(page.locator(overlays.menu)).toBeVisible()
  await expectAccessible(page, overlays.menu)
  await desk.press('Escape p')
  await expect(page.getByRole('complementary')).toBeVisible()
  await expectAccessible(page, 'aside')
  await desk.press('Escape')

  await desk.press('a')
  await page.getByRole('toolbar', { name: '3 rows' }).getByRole('button', { name: 'More' }).press('Enter')
  await expect(page.locator(overlays.menu)).toBeVisible()
  await expectAccessible(page, overlays.menu)
  await desk.press('Escape')
  for (const name of ['change keys', 'macros']) {
    await test.step(name, async () => {
      await desk.search(name)
      await desk.press('Enter')
      await expect(page.getByRole('dialog', { name: new RegExp(name, 'i') })).toBeVisible()
      await expectAccessible(page, overlays.dialog)
      while (await desk.dialog.isVisible()) await desk.press('Escape')
    })
  }
  for (const prefix of ['>', ':', '/', '@', '#', '!', '?re-disburse']) {
    await test.step(prefix, async () => {
      await desk.search(prefix)
      await expectAccessible(page, overlays.dialog)
      while (await desk.dialog.isVisible()) await desk.press('Escape')
    })
  }
  await page.getByRole('button', { name: 'Filter by a form', exact: true }).press('Enter')
  await expect(desk.dialog).toBeVisible()
  await expectAccessible(page, overlays.dialog)
})
