import { commissionStatements } from '#contract/commission-statements.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

test('an agency confirms what it gets of a month, row by row if it likes; a manager closes it, and nothing changes any more', async ({
  sit,
}) => {
  const agency = await signedIn('agency')
  const { rows } = await agency.call(commissionStatements.list, { q: 'state:drawn' })
  const { id, entries, agency: unit } = rows[0]!
  const desk = await sit('agency')
  await desk.show('commissionStatements', `id:${id}`, 1)
  await desk.search('confirm commission')
  await desk.press('Enter')
  await desk.confirm('Confirm commission statement')
  await expect(desk.toast('Confirmed; somebody else closes it')).toBeVisible()
  await desk.search('recoveries of this')
  await desk.press('Enter')
  await expect(desk.heading('Recovered bills')).toBeVisible()
  await expect(desk.page.getByText(`row 1 of ${entries}`)).toBeVisible()

  const manager = await sit('manager')
  await manager.show('commissionStatements', `id:${id}`, 1)
  await manager.press('A')
  await expect(manager.dialog.getByRole('note')).toContainText('Nothing in it changes any more')
  await manager.read('Close commission statement')
  await manager.until(manager.dialog.getByLabel(`Type ${id} to go on`), 'Tab')
  await manager.type(id)
  await manager.press('Enter')

  await expect(manager.toast('Statement closed')).toBeVisible()
  await manager.show('commissionStatements', `id:${id} state:closed`, 1)
  await manager.press('Enter')
  await expect(manager.heading('Statement lines')).toBeVisible()
  await expect(manager.cell(unit.name, 'Closed').first()).toBeVisible()
})
