import type { Request } from 'playwright/test'
import { accessReviews } from '#contract/access-reviews.ts'
import { departments } from '#contract/departments.ts'
import { holidays } from '#contract/holidays.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { messageTemplates } from '#contract/message-templates.ts'
import { session } from '#contract/session.ts'
import { staff } from '#contract/staff.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { agencies } from '#server/seed/units.ts'
import { Client, signedIn } from './support/api.ts'
import { answer, begin, choose, fill, open } from './support/forms.ts'
import { expect, test } from './support/test.ts'

test('an outside link stands in the menu of a colleague at once, is hidden and taken away again', async ({ sit }) => {
  const colleague = await sit('reviewer')
  const desk = await sit('admin')
  const link = (who: typeof desk) =>
    who.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Eve handbook' })
  await open(desk, 'menu', 'title:"Eve handbook"', null)
  await begin(desk, 'outside link', /^Add outside link/)
  await fill(desk, 'Title in English', 'Eve handbook')
  await fill(desk, 'Address', 'javascript:alert(1)')
  await choose(desk, 'Place', 'Top', /^Top/)
  await fill(desk, 'Order', '90')
  await desk.press('mod+Enter')
  await expect(
    desk.dialog
      .getByRole('alert')
      .or(desk.warning(/address/i))
      .first(),
  ).toBeVisible()
  await fill(desk, 'Address', 'https://handbook.example/')
  await desk.press('mod+Enter')
  await expect(desk.toast('Link added')).toBeVisible()
  await expect(link(desk)).toHaveAttribute('href', 'https://handbook.example/')
  await expect(link(colleague)).toBeVisible()

  await desk.press('R')
  await open(desk, 'menu', 'kind:link title:"Eve handbook"', 'Eve handbook')
  await begin(desk, 'hide menu', /^Hide menu entry/)
  await expect(desk.toast('Hidden')).toBeVisible()
  await expect(link(colleague)).toHaveCount(0)
  await begin(desk, 'remove outside', /^Remove outside link/)
  await desk.confirm('Remove outside link')
  await expect(desk.toast('Link removed')).toBeVisible()
  await desk.press('R')
  await expect(desk.row('Eve handbook')).toHaveCount(0)
})

test('a holiday is added, refused a second time at its day, moved and deleted by keys', async ({ sit }) => {
  const desk = await sit('ops')
  const add = async (day: string, name: string) => {
    await begin(desk, 'add holiday', /^Add holiday/)
    await answer(desk, 'Day', day)
    await answer(desk, 'Name', name)
    await answer(desk, 'Leave customers alone', 'No', /^No/)
  }
  await open(desk, 'holidays', 'name:Eve', null)
  await add('2031-03-05', 'Eve day')
  await expect(desk.toast('Holiday added')).toBeVisible()
  await add('2031-03-05', 'Eve day again')
  await expect(desk.warning(/already/i).first()).toBeVisible()
  await desk.press('Escape Escape Escape')
  await open(desk, 'holidays', 'name:"Eve day"', 'Eve day')
  await desk.press('e')
  await answer(desk, 'Day', '2031-03-06')
  await answer(desk, 'Name', 'Eve day')
  await answer(desk, 'Leave customers alone', 'Yes', /^Yes/)
  await expect(desk.toast('Holiday changed')).toBeVisible()
  await expect(desk.row('Eve day')).toContainText('2031')
  const admin = await sit('admin')
  await open(admin, 'holidays', 'name:Eve', 'Eve day')
  await begin(admin, 'delete holiday', /^Delete holiday/)
  await admin.confirm('Delete holiday')
  await expect(admin.toast('Holiday deleted')).toBeVisible()
  await admin.press('R')
  await expect(admin.row('Eve day')).toHaveCount(0)
})

test('a holiday that a colleague adds or deletes stands over the calendar at once', async ({ sit }) => {
  const date = '2074-12-31' as LocalDate
  const admin = await signedIn('admin')
  const desk = await sit('manager')
  await open(desk, 'holidays', 'name:Eve', null)
  const over = desk.page.getByRole('region', { name: 'Hours and calendar' })
  await expect(over).toContainText('Holidays known until')
  await expect(over).not.toContainText(date)

  const { id } = await admin.call(holidays.add, { date, name: 'Last day', quiet: false })
  await expect(over).toContainText(date)

  const [added] = (await admin.call(holidays.list, { q: `id:${id}` })).rows
  await admin.call(holidays.remove, { id, version: added!.version })
  await expect(over).not.toContainText(date)
})

test('a template shows while it is written what a customer would read, names a variable that there is not, and is saved by keys', async ({
  sit,
}) => {
  const desk = await sit('ops', { path: '/message-template/add', screen: [1440, 900] })
  const { page } = desk
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Dear {{name}}, {{amonut}} is due')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('amonut')
  await text.fill('Dear {{name}}, something is due')
  await expect(preview).toContainText('something is due')
  await expect(preview).not.toContainText('{{')
  await expect(preview).toContainText('Filled')

  await text.fill('Dear {{name}}, {{amonut}} is due')
  await desk.press('mod+Enter')
  await expect(text).toHaveAccessibleDescription(/amonut/)
  await text.fill('Dear {{name}}, {{amount}} is due')
  await desk.press('mod+Enter')
  await expect(desk.toast('Template added')).toBeVisible()
  await expect(page).toHaveURL(/dueSoon-whatsapp-en/)
  await expect(text).toHaveValue('Dear {{name}}, {{amount}} is due')
  await expect(preview).toContainText(/Dear .+, .*\d.* is due/)
  await expect(preview).toContainText('Filled')

  await text.fill('Dear {{name}}, please pay {{amount}}')
  await desk.press('mod+Enter')
  await expect(desk.toast('Template saved')).toBeVisible()
  const id = 'dueSoon-whatsapp-en' as IdOf<'messageTemplate'>
  const { template } = await (await signedIn('ops')).call(messageTemplates.detail, { id })
  expect(template).toMatchObject({ text: 'Dear {{name}}, please pay {{amount}}', changedBy: 'Operations' })
  const manager = await sit('manager')
  await manager.go('g a', 'Operation log')
  await manager.ask(`objectId:${id} outcome:done`)
  await expect(manager.rows).toHaveCount(2)
  await expect(manager.rows.filter({ hasText: /is due → Dear .* please pay/ })).toHaveCount(1)
})

test('a session that is ended is over in its window at once, without a reload', async ({ sit }) => {
  const colleague = await sit('caller2')
  await expect(colleague.page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  const desk = await sit('admin')
  await open(desk, 'sessions', 'account=caller2 state:active', 'caller2')
  await begin(desk, 'end session', /^End session/)
  await desk.confirm('End session')
  await expect(desk.toast('Session ended')).toBeVisible()

  await expect(colleague.page.getByLabel('Account')).toBeVisible()
  await begin(desk, 'show sign', /^Show sign-ins/)
  await expect(desk.heading('Sign-in log')).toBeVisible()
  await expect(desk.row('caller2').first()).toBeVisible()
})

const eve = { username: 'eve.agency', password: 'Good-once-1' }

/** Somebody of an agency whose contract is over since the day before yesterday. Answers how it goes on again. */
async function ofEndedContract(): Promise<() => Promise<unknown>> {
  const admin = await signedIn('admin')
  await admin.call(session.prove, { proof: demoPassword })
  const { id: unitId } = agencies[2]
  await admin.call(staff.add, {
    ...{ account: eve.username, password: eve.password, name: 'Eve Agency', phone: '9820012345', unitId },
    ...{ roleId: 'SPE' as IdOf<'role'>, state: 'enabled' },
  })
  const { agencies: before } = await admin.call(accessReviews.contracts, {})
  const ended = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10) as LocalDate // as it is written
  await admin.call(accessReviews.setContract, { unitId, until: ended })
  const until = before.find(({ unit }) => unit.id === unitId)?.until
  return async () => {
    await admin.call(accessReviews.setContract, { unitId, ...(until && { until }) })
    await admin.call(accessReviews.run, {})
  }
}

test('access of an agency whose contract is over is withdrawn with a proof, and the account signs in no more; access that nobody uses is confirmed with a reason', async ({
  sit,
}) => {
  const desk = await sit('admin')

  await test.step('withdrawn', async () => {
    const goesOn = await ofEndedContract()
    const visitor = new Client('')
    expect(await visitor.ask(session.signIn, eve)).toMatchObject({ code: 200 })
    await open(desk, 'accessReviews', `state:open account:${eve.username}`, null)
    await begin(desk, 'review access', /^Review access now/)
    await expect(desk.toast('Access reviewed')).toBeVisible()
    await open(desk, 'accessReviews', `account:${eve.username}`, eve.username)
    await begin(desk, 'withdraw access', /^Withdraw access/)
    await answer(desk, 'Reason', 'the contract was not prolonged')
    await desk.confirm('Withdraw access')
    await expect(desk.dialog.last()).toContainText('Confirm that it is you')
    // a dialog is drawn a moment before it hears Escape
    await expect(async () => {
      await desk.press('Escape')
      await expect(desk.dialog).toBeHidden({ timeout: 2_000 })
    }).toPass()
    await expect(desk.cell(eve.username, 'Open')).toBeVisible()
    await begin(desk, 'withdraw access', /^Withdraw access/)
    await answer(desk, 'Reason', 'the contract was not prolonged')
    await desk.confirm('Withdraw access')
    await desk.prove()
    await expect(desk.toast('Access withdrawn')).toBeVisible()
    await expect(desk.cell(eve.username, 'Withdrawn')).toBeVisible()
    expect(await visitor.ask(session.signIn, eve)).not.toMatchObject({ code: 200 })
    await open(desk, 'staff', `account:${eve.username}`, eve.username)
    await expect(desk.cell(eve.username, 'Disabled')).toBeVisible()
    await goesOn()
  })

  await test.step('confirmed', async () => {
    const admin = await signedIn('admin')
    const [found] = (await admin.call(accessReviews.list, { q: 'state:open account:manager3' })).rows
    await open(desk, 'accessReviews', `id:${found!.id}`, 'manager3')
    await begin(desk, 'confirm access', /^Confirm access/)
    await answer(desk, 'Reason', 'needed at the end of the quarter')
    await expect(desk.toast('Access confirmed')).toBeVisible()
    await expect(desk.cell('manager3', 'Confirmed')).toBeVisible()
    const [kept] = (await admin.call(accessReviews.list, { q: `id:${found!.id}` })).rows
    expect(kept).toMatchObject({ remark: 'needed at the end of the quarter', decidedBy: 'Administrator' })
  })
})

/** Whether something was done, and not only rehearsed. */
const isDone = (request: Request, method: string): boolean =>
  request.method() === method && !('x-rehearse' in request.headers())

test('a department of the house is added, offered to staff, renamed, moved with what is in it, and deleted by keys', async ({
  sit,
}) => {
  const desk = await sit('admin')
  await open(desk, 'departments', 'name:"Eve"', null)
  await begin(desk, 'add department', /^Add department/)
  await answer(desk, 'Name', 'Eve finance')
  await answer(desk, 'Below', '')
  await answer(desk, 'Officer', '')
  await expect(desk.toast('Department added')).toBeVisible()
  await begin(desk, 'add department', /^Add department/)
  await answer(desk, 'Name', 'Eve payables')
  await answer(desk, 'Below', 'Eve fin', /^Eve finance/)
  await answer(desk, 'Officer', '')

  await open(desk, 'departments', 'name:"Eve finance"', 'Eve finance')
  await desk.press('e')
  await answer(desk, 'Name', 'Eve treasury')
  await answer(desk, 'Officer', '')
  await expect(desk.row('Eve treasury')).toBeVisible()
  await open(desk, 'departments', 'name:"Eve treasury"', 'Eve treasury')
  await desk.press('m')
  await answer(desk, 'Below', 'Marketing', /^Marketing/)
  await desk.confirm('Move department')
  await expect(desk.toast('Moved')).toBeVisible()
  await desk.show('departments', 'path:/MKT/ name:Eve', 2)

  await open(desk, 'staff', 'account=admin', 'Administrator')
  await begin(desk, 'add staff', /^Add staff member/)
  await choose(desk, 'Unit', 'Eve pay', /^Eve payables/)
  await desk.press('Escape Escape Escape')

  await open(desk, 'departments', 'name:"Eve treasury"', 'Eve treasury')
  await desk.search('delete department')
  await expect(desk.dialog.getByText('Units stand below it: 1')).toBeVisible()
  await desk.press('Escape Escape')
  for (const name of ['Eve payables', 'Eve treasury']) {
    await open(desk, 'departments', `name:"${name}"`, name)
    await begin(desk, 'delete department', /^Delete department/)
    // what is said of the first is still seen when the second is deleted
    const deleted = desk.page.waitForResponse((response) => isDone(response.request(), 'DELETE'))
    await desk.confirm('Delete department')
    await deleted
  }
  await open(desk, 'departments', 'name:Eve', null)
})

test('whoever has agencies report to a department reads first what that does', async ({ sit }) => {
  const desk = await sit('admin')
  const admin = await signedIn('admin')
  const { rows } = await admin.call(departments.list, { q: '' })
  const { name } = rows.find(({ parent, agencies: count }) => parent !== null && count === 0)!

  await open(desk, 'departments', `name:"${name}"`, name)
  await begin(desk, 'agencies report', /^Have agencies report here/)
  await expect(desk.counted('Will be done')).toContainText(['1'])
  await desk.read('Have agencies report here')
  // every path of a book is written anew by it: who else works here would wait
  await desk.press('Escape Escape Escape')
  await expect(desk.dialog).toBeHidden()
  await expect(desk.row(name).locator('[col-id=agencies]')).toHaveText('0')
})
