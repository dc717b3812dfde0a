import { accessReviews } from '#contract/access-reviews.ts'
import { signedIn } from './support/api.ts'
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

test('access that nobody uses is confirmed with a reason; to withdraw it takes a proof, and says before what it does', async ({
  sit,
}) => {
  const admin = await signedIn('admin')
  const [found] = (await admin.call(accessReviews.list, { q: 'state:open account:failed' })).rows
  const desk = await sit('admin')
  await open(desk, 'accessReviews', `id:${found!.id}`, 'failed')
  await begin(desk, 'withdraw access', /^Withdraw access/)
  await answer(desk, 'Reason', 'has moved to another team')
  await desk.confirm('Withdraw access')
  await expect(desk.dialog.last()).toContainText('Confirm that it is you')
  await desk.press('Escape')
  await expect(desk.dialog).toBeHidden()
  await expect(desk.cell('failed', 'Open')).toBeVisible()

  await begin(desk, 'confirm access', /^Confirm access/)
  await answer(desk, 'Reason', 'needed at the end of the quarter')
  await expect(desk.toast('Access confirmed')).toBeVisible()
  await expect(desk.cell('failed', 'Confirmed')).toBeVisible()
  const [kept] = (await admin.call(accessReviews.list, { q: `id:${found!.id}` })).rows
  expect(kept).toMatchObject({ remark: 'needed at the end of the quarter', decidedBy: 'Administrator' })
})
