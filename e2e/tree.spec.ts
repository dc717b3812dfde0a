import { expectNoAxeViolations } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

test('an agency and its department are opened by keys, down to a group that is locked; by mouse it is folded again', async ({
  sit,
}) => {
  const desk = await sit('ops')
  await desk.show('agencies', '', 3)
  const { page } = desk
  await desk.press('ArrowRight')
  await expect(desk.rows).toHaveCount(4)
  await desk.press('ArrowDown ArrowRight')
  await expect(desk.rows).toHaveCount(6)
  await expect(page.getByRole('treegrid', { name: 'Agencies' })).toBeVisible()
  await expect(desk.row('AG1D1')).toHaveAttribute('aria-expanded', 'true')
  await expect(desk.row('AG1A')).toHaveAttribute('aria-level', '3')
  await expectNoAxeViolations(page)

  await desk.press('ArrowDown L')
  await expect(desk.toast('Locked: it gets no new cases')).toBeVisible()
  await expect(desk.cell('AG1A', 'yes')).toBeVisible()
  await desk.press('U')
  await expect(desk.cell('AG1A', 'yes')).toHaveCount(0)
  await desk.press('ArrowLeft')
  await expect(desk.cell('AG1D1', 'In-house collections, department 1')).toBeFocused()

  await desk.page
    .getByRole('gridcell', { name: 'In-house collections', exact: true })
    .click({ position: { x: 14, y: 10 } })
  await expect(desk.rows).toHaveCount(3)
  await page.getByRole('gridcell', { name: 'AG1', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Unfold/ }).click()
  await expect(desk.rows).toHaveCount(6)
  await page.reload()
  await expect(desk.rows).toHaveCount(6)
  await desk.press('z m')
  await expect(desk.rows).toHaveCount(3)
})
