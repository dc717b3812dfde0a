import { checkLayer, expectAccessible, overlays, useSystemTheme } from './support/accessibility.ts'
import { payables } from './support/book.ts'
import { begin, leave, open } from './support/forms.ts'
import { addressOf } from './support/pages-by-account.ts'
import { expect, test } from './support/test.ts'

test('whatever opens over a list, and what commands ask, have read before they run, and refuse is without fault in either theme', async ({
  sit,
}) => {
  const desk = await sit('ops')
  const { page, dialog } = desk
  await useSystemTheme(page)

  const ids = (await payables(3)).map(({ id }) => id)

  await test.step('a review', async () => {
    await desk.show('failedPayouts', `id:${ids.slice(1).join(',')}`, 2)
    await desk.press('a r')
    await desk.read('Re-disburse 2')
    await expectAccessible(page, overlays.dialog)
    await leave(desk)
  })

  await desk.show('failedPayouts', `id:${ids.join(',')}`, 3)
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  await desk.press('a')
  // Escape closes what is in front, and leaves what was marked behind it
  const staysMarked = () => expect(desk.status).toContainText('3 selected')
  await staysMarked()
  for (const keys of ['c', 'E', 'v s', 'l F', '?']) {
    await checkLayer(desk, keys, overlays.dialog)
    await staysMarked()
  }
  // and gives the focus back to the row
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  await checkLayer(desk, 'ContextMenu', overlays.menu)
  await staysMarked()
  await page.getByRole('columnheader').nth(2).click({ button: 'right' })
  await expect(page.locator(overlays.menu)).toBeVisible()
  await expectAccessible(page, overlays.menu)
  await desk.press('Escape')
  await staysMarked()
  await desk.press('p')
  await expect(page.getByRole('complementary')).toBeVisible()
  await expectAccessible(page, 'aside')
  await desk.press('Escape')
  await staysMarked()
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
  await desk.press('Escape')
  await expect(desk.dialog).toBeHidden()

  await test.step('a form, and what it misses', async () => {
    await desk.go('g o', 'Order list')
    await desk.search('new ticket')
    await expect(desk.hit).toHaveText(/Open ticket/)
    await desk.press('Enter')
    await desk.asked('Type')
    await expectAccessible(page, overlays.dialog)
    await desk.press('mod+Enter')
    await expect(dialog.getByText('Required').first()).toBeVisible()
    await expectAccessible(page, overlays.dialog)
    await leave(desk)
  })
  await test.step('the page of a record: help, palette, an argument', async () => {
    await page.evaluate((to) => history.pushState(null, '', to), await addressOf('/detail4', 'ops'))
    await expect(page.getByRole('toolbar', { name: 'Actions' })).toBeVisible()
    for (const keys of ['?', 'mod+k']) await checkLayer(desk, keys, overlays.dialog)
    await desk.press('n')
    await expect(dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first()).toBeFocused()
    await expectAccessible(page, overlays.dialog)
    await leave(desk)
  })
  await test.step('what the filter line suggests', async () => {
    await desk.go('g w', 'Failed payouts')
    await desk.press('/ mod+a')
    await desk.type('st')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, 'search')
  })
})

test('a proof that it is still them is asked without fault in either theme', async ({ sit }) => {
  const desk = await sit('admin')
  await useSystemTheme(desk.page)
  await open(desk, 'staff', 'account=manager2', 'manager2')
  await begin(desk, 'reset staff password', /^Reset staff password/)
  await desk.confirm('Reset staff password')
  await expect(desk.dialog.last()).toContainText('Confirm that it is you')
  await expectAccessible(desk.page, overlays.dialog)
  await leave(desk)
})
