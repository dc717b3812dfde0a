import { session } from '#contract/session.ts'
import { tickets } from '#contract/tickets.ts'
import { Client, signedIn } from './support/api.ts'
import { expect, signIn, test } from './support/test.ts'

test('what is missing is asked for where it is; a wrong password and an unknown account get the same words; sign-in leads to the page that was wanted', async ({
  visitor: page,
}) => {
  const refusal = page.getByRole('alert')
  await page.goto('/order_management/wait_relent?q=attempts%3A1')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByLabel('Account')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your account')).toBeVisible()
  await page.keyboard.type('ops')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your password')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')

  await signIn(page, 'failed', 'Wrong#12')
  await expect(refusal).toHaveText('Account or password is not right')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await signIn(page, 'nobody-at-all', 'Wrong#12')
  await expect(refusal).toHaveText('Account or password is not right')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')

  await signIn(page, 'ops')
  await expect(page).toHaveURL('/order_management/wait_relent?q=attempts%3A1')
  await expect(page.getByRole('heading', { name: 'Failed payouts', level: 1 })).toBeVisible()
})

test('a session that ended on the server leads to sign-in, and back to where one was; who signs out is asked anew, whatever page they want', async ({
  sit,
}) => {
  const desk = await sit('ops')
  const { page } = desk
  await desk.go('g w', 'Failed payouts')
  await desk.ask('attempts:1')
  await expect(page).toHaveURL('/order_management/wait_relent?q=attempts%3A1')
  const token = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')!.value

  await new Client(decodeURIComponent(token)).call(session.signOut, {})
  await desk.press('R')
  await expect(desk.warning('Your session has expired, please log in again.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, 'ops')
  await expect(page).toHaveURL('/order_management/wait_relent?q=attempts%3A1')
  await expect(desk.rows.first()).toBeVisible()

  await desk.until(page.getByRole('button', { name: 'ops', exact: true }), 'Shift+Tab')
  await desk.press('Enter')
  await desk.until(page.getByRole('menuitem', { name: 'Log out' }), 'ArrowDown')
  await desk.press('Enter')
  await expect(page).toHaveURL('/login')
  await page.goto('/order_management/wait_relent')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByLabel('Account')).toBeFocused()
})

test('a list left open keeps nobody signed in: a minute before the end they are asked, and then they are out', async ({
  page,
}) => {
  const manager = await signedIn('manager')
  const [ticket] = (await manager.call(tickets.operation, { q: '-state:closed -department:SVC', size: 1 })).rows
  let version = ticket!.version
  await page.clock.install()
  await page.goto('/system/operation_ticket')
  await signIn(page, 'ops')
  const heading = page.getByRole('heading', { name: 'Operation tickets', level: 1 })
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await expect(page.getByRole('row', { name: /^\S*\d/ }).first()).toBeVisible()

  for (const to of ['SVC', 'OPS', 'SVC']) {
    await page.clock.fastForward('08:40')
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname.startsWith('/api/tickets'))
    version = (await manager.call(tickets.transfer, { id: ticket!.id, version, to: to as never })).version
    expect((await asked).headers()).toMatchObject({ 'x-unattended': '1' })
  }
  await expect(warning).toBeHidden()
  await page.clock.fastForward('01:30')
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: 'Stay signed in' }).press('Enter')
  await expect(warning).toBeHidden()

  await page.clock.fastForward('27:30')
  await expect(warning).toBeVisible()
  await page.clock.fastForward('01:00')

  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has expired' })).toBeVisible()
  await signIn(page, 'ops')
  await expect(heading).toBeVisible()
})
