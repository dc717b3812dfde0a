import { expectNoAxeViolations } from './support/accessibility.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** The inspection in front, once what can be done about it is there. */
async function inspectionOf({ page }: ConsolePage): Promise<string> {
  await expect(page.getByRole('button', { name: /Pass inspection/ })).toBeVisible()
  return page.getByRole('heading', { level: 1 }).innerText()
}
const another = ({ page }: ConsolePage, id: string) =>
  expect(page.getByRole('heading', { level: 1, name: id })).toHaveCount(0)

test('three decisions are inspected one after the other by keys alone: two right in three keys, one wrong', async ({
  sit,
}) => {
  const desk = await sit('inspector', { screen: [1440, 900] })
  await desk.press('g I')
  const first = await inspectionOf(desk)
  await expectNoAxeViolations(desk.page)

  await desk.press('A')
  await expect(desk.page.getByRole('option', { selected: true })).toContainText('E001')
  await desk.press('Enter Enter')
  await another(desk, first)
  const second = await inspectionOf(desk)
  await desk.press('X')
  await expect(desk.page.getByRole('option').first()).toBeVisible()
  await desk.type('B003')
  await desk.press('Enter')
  await expect(desk.page.getByText('may be left empty')).toBeVisible()
  await desk.type('Number differs from the card')
  await desk.press('Enter')
  await another(desk, second)
  const third = await inspectionOf(desk)
  await desk.press('A')
  await expect(desk.page.getByRole('option', { selected: true })).toContainText('E001')
  await desk.press('Enter Enter')
  await another(desk, third)

  expect(new Set([first, second, third]).size).toBe(3)
  await desk.page.goto(`/inspection?id=${second}`)
  await expect(desk.page.getByText('Number differs from the card')).toBeVisible()
  await expect(desk.page.getByText('B003')).toBeVisible()
})

test('a reviewer sees what was found once it is opened, and appeals; the manager decides', async ({ sit }) => {
  const reviewer = await sit('reviewer', {
    path: '/risk/quality_list?q=state:fail -has:appealState',
    screen: [1440, 900],
  })
  await reviewer.rows.first().click()
  await reviewer.press('Enter')
  await expect(reviewer.page.getByRole('button', { name: /Appeal against result/ })).toBeVisible()
  const id = await reviewer.page.getByRole('heading', { level: 1 }).innerText()
  await reviewer.press('O')
  await reviewer.type('The guideline allows it')
  await reviewer.press('Enter')
  await expect(reviewer.page.getByText('The guideline allows it')).toBeVisible()

  const manager = await sit('manager', { path: `/inspection?id=${id}`, screen: [1440, 900] })
  await expect(manager.page.getByRole('button', { name: /Overturn/ })).toBeVisible()
  await manager.press('T')
  await manager.type('Agreed')
  await manager.press('Enter')
  await expect(manager.page.locator('#main').getByText('Overturned', { exact: true })).toBeVisible()
})
