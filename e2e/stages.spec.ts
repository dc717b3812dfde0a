import { expect, test } from './support/test.ts'

test('a stage is made longer by the form, whose review says what becomes of the next one; a new one by the palette', async ({
  sit,
}) => {
  const desk = await sit('ops')
  await desk.show('stages', 'id:S1', 1)
  await desk.press('e')
  await desk.asked('Stage name')
  await expect(desk.dialog).toContainText('Whether it takes effect is decided by the law of the country')
  await desk.dialog.getByRole('textbox', { name: 'Last day' }).fill('9')
  await desk.dialog.getByRole('textbox', { name: 'Capacity' }).fill('')
  await desk.press('mod+Enter')
  await expect(desk.dialog).toContainText('S2 begins on day 10 then')
  await desk.confirm('Edit stage')
  await expect(desk.toast('Stage saved')).toBeVisible()
  await expect(desk.cell('S1', '9')).toBeVisible()

  await desk.search('add stage')
  await expect(desk.hit).toContainText('Add stage')
  await desk.press('Enter')
  await desk.asked('Stage id')
  await desk.dialog.getByRole('textbox', { name: 'Stage id' }).fill('m4')
  await desk.dialog.getByRole('textbox', { name: 'Stage name' }).fill('Last chance')
  await desk.dialog.getByRole('textbox', { name: 'First day' }).fill('80')
  await desk.dialog.getByRole('combobox', { name: 'Address book visible' }).fill('No')
  await desk.press('Enter')
  await desk.dialog.getByRole('combobox', { name: 'Roll policy' }).fill('Allocate')
  await desk.press('Enter')
  await desk.press('mod+Enter')
  await expect(desk.toast('Stage added · M3 ends on day 79 then')).toBeVisible()
})
