import { collectors } from '#contract/collectors/calls.ts'
import { signedIn } from './support/api.ts'
import { choose, fill } from './support/forms.ts'
import { expect, test } from './support/test.ts'

test('a leader adds a collector, moves the excess of another one there, and stops allocation with release; by mouse a row opens its open cases', async ({
  sit,
}) => {
  const leader = await signedIn('leader')
  const desk = await sit('leader')

  await test.step('added, given cases, and stopped', async () => {
    const over = (await leader.call(collectors.list, { q: 'load>100%' })).rows
    const full = over.find(({ account }) => account !== 'collector')
    const excess = full!.openCases - full!.capacity!
    await desk.show('collectors', `account:${full!.account}`, 1)
    await desk.search('add collector')
    await desk.reach(/^Add collector/)
    await desk.press('Enter')
    await desk.asked('Login name')
    await fill(desk, 'Login name', 'nisha2')
    await fill(desk, 'Name', 'Nisha Verma')
    await fill(desk, 'Phone', '9820012345')
    await desk.dialog.getByLabel('Password', { exact: true }).fill('Good-once-1')
    await choose(desk, 'Agency', 'In-house', /^In-house collections/)
    await choose(desk, 'Group or department', 'In-house collections B', /^In-house collections B/)
    await expect(desk.dialog).toContainText('Codes with commas between them')
    await fill(desk, 'Stages', 't0, t1, t2, s1, s2, m1, m2, m3')
    await choose(desk, 'Takes part in allocation', 'Yes', /^Yes/)
    await expect(desk.dialog).toContainText('Whether it takes effect is decided by the law of the country')
    await choose(desk, 'Address book visible', 'No', /^No/)
    await choose(desk, 'Status', 'Enabled', /^Enabled/)
    await desk.press('mod+Enter')
    await desk.prove()
    await expect(desk.toast('Collector added')).toBeVisible()
    await desk.press('t')
    await choose(desk, 'To', 'nisha', /^Nisha Verma/)
    await expect(desk.dialog.getByRole('textbox', { name: 'How many' })).toHaveValue(String(excess))
    await desk.press('mod+Enter')
    await desk.confirm(/Transfer their cases/)
    await expect(desk.toast('Cases transferred')).toBeVisible()
    const held = async () => (await leader.call(collectors.list, { q: `account:${full!.account}` })).rows[0]?.openCases
    await expect.poll(held).toBe(full!.capacity)
    // open cases and capacity: what else is as many is not known
    await expect(desk.cell(full!.account, String(full!.capacity)).nth(1)).toBeVisible()
    await desk.show('collectors', 'account:nisha2', 1)
    await expect(desk.cell('nisha2', String(excess)).first()).toBeVisible()
    await desk.press('w')
    await desk.asked('Their open cases')
    await desk.type('go back')
    await desk.press('Enter')
    await expect(desk.dialog).toContainText(`Cases given back to be allocated: ${excess}`)
    await desk.confirm(/Stop allocation/)
    await expect(desk.toast('Allocation stopped')).toBeVisible()
    await expect(desk.cell('nisha2', '0').first()).toBeVisible()
  })

  await test.step('by mouse', async () => {
    await desk.show('collectors', 'account:collector2', 1)
    await desk.rows.first().click({ button: 'right' })
    await expect(desk.page.getByRole('menuitem', { name: /^Stop allocation/ })).toBeVisible()
    await desk.press('Escape')
    await desk.press('Enter')
    await expect(desk.heading('Open cases')).toBeVisible()
  })
})
