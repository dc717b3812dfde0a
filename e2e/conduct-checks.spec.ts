import { expectNoAxeViolations } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

test('recordings are listened to one after the other by keys; the collector appeals, the manager decides', async ({
  sit,
}) => {
  const desk = await sit('inspector', { screen: [1440, 900] })
  await desk.press('g L')
  const heading = desk.page.getByRole('heading', { level: 1 })
  await expect(desk.page.getByRole('button', { name: /Fail conduct check/ })).toBeVisible()
  const first = await heading.innerText()
  await desk.press('p')
  await expect(desk.page.locator('audio')).toBeVisible()
  await expectNoAxeViolations(desk.page)
  await desk.press('X')
  await expect(desk.page.getByRole('option').first()).toBeVisible()
  await desk.type('Threat')
  await desk.press('Enter')
  await expect(desk.page.getByText('may be left empty')).toBeVisible()
  await desk.type('Spoke of the police')
  await desk.press('Enter')
  await expect(desk.page.getByRole('heading', { level: 1, name: first })).toHaveCount(0)
  await expect(desk.page.getByRole('button', { name: /Pass conduct check/ })).toBeVisible()

  const collector = await sit('collector', {
    path: '/loaned_management/conduct_checks?q=state:fail collector:@me -has:appealState',
    screen: [1440, 900],
  })
  await collector.rows.first().click()
  await collector.press('Enter')
  await expect(collector.page.getByRole('button', { name: /Appeal against conduct result/ })).toBeVisible()
  await expect(collector.page.getByRole('button', { name: 'Listen' })).toHaveCount(0)
  const id = await collector.page.getByRole('heading', { level: 1 }).innerText()
  await collector.press('O')
  await expect(collector.page.getByRole('dialog')).toBeVisible()
  await collector.type('That was the television')
  await collector.press('Enter')
  await expect(collector.page.getByText('That was the television')).toBeVisible()

  const manager = await sit('manager', { path: `/conduct-check?id=${id}`, screen: [1440, 900] })
  await expect(manager.page.getByRole('button', { name: /Overturn/ })).toBeVisible()
  await manager.press('T')
  await expect(manager.page.getByRole('dialog')).toBeVisible()
  await manager.type('Heard again')
  await manager.press('Enter')
  await expect(manager.page.locator('#main').getByText('Overturned', { exact: true })).toBeVisible()
})
