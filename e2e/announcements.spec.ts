import { expect, test } from './support/test.ts'

test('what is announced pops up once nobody types; Escape closes it, and the focus is where it was', async ({
  sit,
}) => {
  const desk = await sit('admin', { path: '/announcement/add' })
  const { page } = desk
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.setViewportSize({ width: 1024, height: 768 })
  const rightOf = async (label: string) => {
    const { x, width } = (await page.getByLabel(label).locator('..').boundingBox())!
    return x + width
  }
  expect(await rightOf('From')).toBeLessThanOrEqual(await rightOf('Content'))
  await desk.press('mod+Enter')
  await expect(page.getByText('Required')).toHaveCount(2)
  await desk.type('Rates on Monday')
  await desk.press('Tab')
  await desk.type('The **new** rates: <img src=x onerror=alert(1)>')
  await page.getByLabel('Status').selectOption('Enabled')
  await page.getByLabel('Audience').selectOption('Roles')
  await page.getByRole('checkbox', { name: 'Out-calling' }).press('Space')
  await desk.press('mod+Enter')
  await expect(desk.heading('Rates on Monday')).toBeVisible()

  const reader = await sit('caller', { path: '/announcement/add' })
  const title = reader.page.getByLabel('Title')
  await title.pressSequentially('written in peace', { delay: 200 })
  await expect(title).toHaveValue('written in peace')
  await expect(reader.dialog).toBeHidden()
  const save = reader.page.getByRole('button', { name: 'Save' })
  await save.focus()

  await expect(reader.dialog.getByText('The new rates: <img src=x onerror=alert(1)>')).toBeVisible()
  await expect(reader.dialog.getByRole('img')).toHaveCount(0)
  await reader.press('Escape')
  await expect(reader.dialog).toBeHidden()
  await expect(save).toBeFocused()

  await page.reload()
  await expect(page.getByText('Seen 1 time')).toBeVisible()
})
