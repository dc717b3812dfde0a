import { cases } from '#contract/cases.ts'
import { pages } from '#contract/menu.ts'
import { views } from '#contract/views.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

const openCases = ['g k', 'Open cases'] as const
const viewsIn = ({ page }: ConsolePage) => page.getByRole('toolbar', { name: 'Views' })
/** Chooses a view, also where the line has no room for it. */
async function chooseView(desk: ConsolePage, name: string): Promise<void> {
  await expect(desk.rows.first()).toBeVisible()
  const button = viewsIn(desk).getByRole('button', { name })
  if (await button.isVisible()) return button.click()
  await viewsIn(desk).getByRole('button', { name: 'More' }).click()
  await desk.page.getByRole('menuitemcheckbox', { name }).click()
}
const address = pages.openCases

/** Saves what is shown under a name, for somebody, by keys alone. */
async function saveView(desk: ConsolePage, name: string, audience: string): Promise<void> {
  const { page } = desk
  await desk.press('v s')
  await expect(page.getByRole('textbox', { name: 'Name of the view' })).toBeFocused()
  await desk.press('mod+a')
  await desk.type(name)
  await desk.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Who it is for' })).toBeFocused()
  await desk.type(audience)
  await desk.press('Tab')
  await desk.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of the view' })).toBeHidden()
}

test('what a leader saves for the team is in the list of a collector, by its digit, and in an address; it is deleted only when asked twice; one whose columns are gone shows the rest, and says so', async ({
  sit,
}) => {
  const leader = await sit('leader')
  const { page } = leader

  await test.step('saved for the team', async () => {
    await leader.go(...openCases)
    await leader.ask('overdueDays>2 sort:overdueDays-')
    await saveView(leader, 'Overdue here', 'Team')
    const named = ({ page }: ConsolePage) => new URL(page.url()).searchParams.get('view')
    await expect.poll(() => named(leader)).toMatch(/^~/)
    const { search } = new URL(leader.page.url())
    const collector = await sit('collector')
    await collector.go(...openCases)
    const shared = viewsIn(collector).getByRole('button', { name: 'Overdue here' })
    const digit = (await shared.getAttribute('aria-keyshortcuts'))!
    await collector.press(digit)
    await expect(shared).toHaveAttribute('aria-pressed', 'true')
    await expect(collector.page.getByRole('search').getByRole('combobox')).toHaveValue(/overdueDays>2/)
    await expect.poll(() => named(collector)).toBe(named(leader))
    const elsewhere = await sit('supervisor', { path: `${address}${search}` })
    await expect(elsewhere.warning('not there any more, or not open to you')).toBeVisible()
    await expect(elsewhere.heading(openCases[1])).toBeVisible()
  })

  await test.step('deleted by keys', async () => {
    const forget = page.getByRole('button', { name: 'Delete the view “Overdue here”' })
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await leader.press('v s')
    await leader.until(forget, 'Tab')
    await leader.press('Enter')
    await expect(cancel).toBeFocused()
    await leader.press('Enter')
    await expect(cancel).toBeHidden()
    await expect(viewsIn(leader).getByRole('button', { name: 'Overdue here' })).toBeVisible()
    await leader.until(forget, 'Tab')
    await leader.press('Enter')
    await expect(cancel).toBeFocused()
    await leader.press('Tab')
    await expect(forget).toBeFocused()
    await leader.press('Enter')
    await expect(forget).toBeHidden()
    const { views: left } = await (await signedIn('leader')).call(views.get, {})
    expect(left.map(({ title }) => title)).not.toContain('Overdue here')
  })

  await test.step('of long ago', async () => {
    const layout = [
      { field: 'loanId', shown: true, pinned: true, width: null },
      { field: 'gone', shown: true, pinned: false, width: 100 },
    ]
    await (await signedIn('leader')).call(views.save, {
      listing: cases.open.id,
      title: 'From long ago',
      query: '',
      layout,
    })
    await page.reload()
    await chooseView(leader, 'From long ago')
    await expect(leader.warning('asks for something this list no longer has')).toBeVisible()
    await expect(leader.rows.first()).toBeVisible()
  })
})

test('a list opens for a role with the view that a manager has made for it', async ({ sit }) => {
  const manager = await sit('manager')
  await manager.go(...openCases)
  await manager.ask('overdueDays>1 sort:overdueDays-')
  await saveView(manager, 'What is late', 'Role: Internal')
  await expect(viewsIn(manager).getByRole('button', { name: 'What is late' })).toBeHidden()

  await manager.press('v s')
  await manager.until(manager.page.getByRole('combobox', { name: 'Role', exact: true }), 'Tab')
  await manager.type('Internal')
  await manager.press('Tab')
  await expect(manager.page.getByRole('combobox', { name: 'For this role it opens with' })).toBeFocused()
  await manager.type('What')
  const asked = await signedIn('supervisor')
  await expect.poll(async () => (await asked.call(views.get, {})).openings).toMatchObject([{ of: 'SPI', mine: true }])

  const supervisor = await sit('supervisor')
  await supervisor.go(...openCases)
  const opened = viewsIn(supervisor).getByRole('button', { name: 'What is late' })
  await expect(opened).toHaveAttribute('aria-pressed', 'true')
  await expect(opened).toHaveAttribute('title', 'Role: Internal supervisor')
  await expect(supervisor.page).not.toHaveURL(/view=/)
})
