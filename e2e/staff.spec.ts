import { begin, choose, fill, fillSecret, open } from './support/forms.ts'
import { expect, signIn, test } from './support/test.ts'

const account = 'eve.frost'
const [goodOnce, own] = ['Good-once-1', 'Frosty#22'] as const

test('somebody new is added, gets a password that is shown once, chooses their own, and is out once they are frozen', async ({
  sit,
  visitor,
}) => {
  const desk = await sit('admin')
  const { page } = desk
  await open(desk, 'staff', 'account=admin', 'Administrator')

  await test.step('what is missing or wrong is said at its field', async () => {
    await begin(desk, 'add staff', /^Add staff member/)
    await desk.asked('Login name')
    await fill(desk, 'Login name', account)
    await fill(desk, 'Name', 'Eve Frost')
    await fill(desk, 'Phone', '+91 98200 12345')
    await choose(desk, 'Unit', 'Marketing', /^Marketing/)
    await fill(desk, 'E-mail', 'eve@')
    await fillSecret(desk, 'Password', goodOnce)
    await choose(desk, 'Role', 'Out-calling', /^Out-calling/)
    await desk.press('mod+Enter')
    await expect(desk.dialog.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
    await expect(desk.dialog.getByText('email format incorrect')).toBeVisible()
    await expect(desk.dialog.getByText('Required')).toHaveCount(1)
    await fill(desk, 'E-mail', 'eve@example.com')
    await choose(desk, 'Status', 'Enabled', /^Enabled/)
    await desk.press('mod+Enter')
    await desk.prove()
    await expect(desk.toast('Added. The password is good once.')).toBeVisible()
  })

  const password = await test.step('another one-time password is on the screen once', async () => {
    await open(desk, 'staff', `account=${account}`, account)
    await begin(desk, 'reset staff password', /^Reset staff password/)
    await desk.confirm('Reset staff password')
    const dialog = page.getByRole('dialog', { name: 'One-time password' })
    const shown = (await dialog.getByRole('status').textContent())!
    await desk.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(shown)).toHaveCount(0)
    await page.reload()
    await expect(desk.row(account)).toBeVisible()
    await expect(page.getByText(shown)).toHaveCount(0)
    return shown
  })

  await test.step('with it they sign in once, and choose their own before anything else', async () => {
    await visitor.goto('/login')
    await signIn(visitor, account, goodOnce)
    await expect(visitor.getByRole('alert')).toContainText('Account or password is not right')
    await visitor.getByLabel('Account').focus()
    await signIn(visitor, account, password)
    const dialog = visitor.getByRole('dialog')
    await expect(dialog).toContainText('Choose a password of your own')
    await dialog.getByLabel('Original password').fill(password)
    await dialog.getByLabel('New password', { exact: true }).fill(own)
    await dialog.getByLabel('New password again').fill(own)
    await visitor.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await signIn(visitor, account, own)
    await expect(visitor.getByRole('main')).toBeVisible()
    await expect(visitor).not.toHaveURL(/login/)
  })

  await test.step('frozen, they are out at once, and do not get in again', async () => {
    await desk.press('R')
    await expect(desk.cell(account, '1')).toBeVisible()
    await begin(desk, 'freeze', /^Freeze account/)
    await expect(desk.dialog).toContainText('Sessions ended: 1')
    await desk.confirm('Freeze account')
    await expect(desk.toast('Account frozen')).toBeVisible()
    await expect(desk.cell(account, 'Frozen')).toBeVisible()
    await visitor.getByLabel('Account').focus()
    await signIn(visitor, account, own)
    // in the words of a wrong password: nobody learns of an account by trying
    await expect(visitor.getByRole('alert').filter({ hasText: 'Account or password is not right' })).toBeVisible()
  })
})
