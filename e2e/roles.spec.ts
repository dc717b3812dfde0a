import { expectNoAxeViolations } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

test('a right is given by keys, and taken again; whoever has the role sees it at once, and who gains was told before', async ({
  sit,
}) => {
  const caller = await sit('caller', { path: '/' })
  const menu = caller.page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Merchants' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Products' })).toHaveCount(0)

  const admin = await sit('admin', { path: '/role?id=OUT', screen: [1440, 900] })
  const { page } = admin
  await expect(admin.heading('Out-calling')).toBeVisible()
  await expect(page.getByText('As it was saved')).toBeVisible()
  const products = page.getByRole('checkbox', { name: 'Products', exact: true })
  await admin.press('j')
  await admin.until(products, 'j')
  await admin.press('L x')

  await expect(page.getByText('Draft: 1 change, nothing saved')).toBeVisible()
  const told = page.getByRole('complementary', { name: 'Who gains, who loses' })
  await expect(told.getByRole('listitem').filter({ has: page.getByText('Products', { exact: true }) })).toContainText(
    '+',
  )
  await expect(told).toContainText('3gain something')
  // however far down the tree one is
  await expect(told.getByRole('heading', { name: 'Who gains, who loses' })).toBeInViewport()
  await expectNoAxeViolations(page)
  await admin.press('u')
  await expect(page.getByText('As it was saved')).toBeVisible()
  await admin.press('x mod+Enter')
  await admin.prove()

  await expect(admin.toast('In force from the next call on')).toBeVisible()
  await expect(page.getByText('As it was saved')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Products' })).toBeVisible()
  await expect(caller.toast('Your rights have changed')).toBeVisible()

  await menu.getByRole('link', { name: 'Products' }).click()
  await expect(caller.heading('Products')).toBeVisible()
  await expect(products).toBeFocused()
  await admin.press('x mod+Enter')
  await expect(menu.getByRole('link', { name: 'Products' })).toHaveCount(0)
  // the page in front is left without being asked
  await expect(caller.heading('This page is not open to you')).toBeVisible()
  await expect(caller.heading('Products')).toHaveCount(0)
})

test('somebody who may only look cannot change a role; groups of its tree fold and open by keys, and the cursor stays on the group whose page it stood on', async ({
  sit,
}) => {
  const { page } = await sit('manager', { path: '/role?id=OUT', screen: [1440, 900] })
  await expect(page.getByRole('heading', { name: 'Out-calling' })).toBeVisible()

  await test.step('groups fold and open', async () => {
    const system = page.getByRole('checkbox', { name: 'System', exact: true })
    const parameters = page.getByRole('checkbox', { name: 'Parameters', exact: true })
    await parameters.focus()
    await page.keyboard.press('z')
    await expect(parameters).toHaveCount(0)
    await expect(system).toBeFocused()
    await expect(page.getByRole('button', { name: 'Expand System' })).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('z')
    await expect(parameters).toBeVisible()
    await parameters.focus()
    await page.keyboard.press('Shift+Z')
    await expect(page.getByRole('button', { name: /^Fold / })).toHaveCount(0)
    await expect(system).toBeFocused()
    await page.keyboard.press('k')
    await expect(system).not.toBeFocused()
    await page.keyboard.press('Shift+Z')
    await expect(parameters).toBeVisible()
  })

  await test.step('what is changed elsewhere is only seen here', async () => {
    await expect(page.getByRole('button', { name: /Save role/ })).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Home', exact: true }).press('Space')
    await expect(page.getByText('As it was saved')).toBeVisible()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys that work here' })
    await expect(help).toContainText('Fold or expand the group')
    await expect(help).toContainText('Show who has the role')
  })
})
