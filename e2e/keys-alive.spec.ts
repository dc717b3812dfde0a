import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

const row = (desk: ConsolePage, number: number) => expect(desk.status).toContainText(`row ${number} of`)
const link = ({ page }: ConsolePage, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name })

test('keys act on the rows after whatever the pointer was used for: a page, a tab, a button of the bar, a panel', async ({
  sit,
}) => {
  const desk = await sit('manager')
  const { page } = desk

  await link(desk, 'Repayment plans').click()
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  await desk.press('j')
  await row(desk, 2)

  await link(desk, 'Order list').click()
  await expect(desk.heading('Order list')).toBeVisible()
  await page.getByRole('navigation', { name: 'Open pages' }).getByRole('link', { name: 'Repayment plans' }).click()
  await expect(desk.heading('Repayment plans')).toBeVisible()
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  await desk.press('j')
  await row(desk, 3)

  for (const name of ['Search or run a command', 'Text size', 'Columns']) {
    await page.getByRole('button', { name }).first().click()
    await expect(page.locator('[role=dialog], [role=menu]')).toBeVisible()
    await desk.press('Escape')
    await expect(page.locator('[role=dialog], [role=menu]')).toHaveCount(0)
  }
  await desk.press('j')
  await row(desk, 4)

  await desk.press('p')
  await page.getByText(/more facts$/).click()
  await desk.press('j')
  await row(desk, 5)
  await desk.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Peek' })).toBeHidden()
})

test('Escape leaves an argument layer by layer: the text, the one before, the palette; the next letter is for the rows', async ({
  sit,
}) => {
  const desk = await sit('cs', {
    path: '/order_management/repay_plan?q=state%3Aoverdue+-is%3AopenRequest+loanState%3A50',
  })
  await row(desk, 1)

  await desk.press('d')
  await desk.asked('Reduction')
  await desk.type('5')
  await desk.press('Enter')
  await desk.asked('Reason')
  await desk.type('har')
  await desk.press('Escape')
  await expect(desk.dialog.getByRole('combobox', { name: 'Reason' })).toHaveValue('')
  await desk.press('Escape')
  await expect(desk.dialog.getByRole('combobox', { name: 'Reduction' })).toHaveValue('5')
  await desk.press('Escape j')
  await expect(desk.dialog).toHaveCount(0)
  await row(desk, 2)

  await desk.search('request reduction')
  await desk.press('Enter')
  await desk.asked('Reduction')
  await desk.type('6')
  await desk.press('Enter')
  await desk.asked('Reason')
  await desk.press('Escape')
  await expect(desk.dialog.getByRole('combobox', { name: 'Reduction' })).toHaveValue('6')
  await desk.press('Escape')
  await desk.asked('Search or run a command')
  await desk.press('Escape j')
  await expect(desk.dialog).toHaveCount(0)
  await row(desk, 3)
})

test('Escape leaves a form layer by layer, and what was typed is there to be gone on with; on the page of one row, keys stand beside its commands in the palette as they do in its list', async ({
  sit,
}) => {
  const desk = await sit('ops', { path: '/order_management/order_list' })
  const { dialog } = desk

  await test.step('the field, the form, the palette', async () => {
    await row(desk, 1)
    await desk.search('new ticket')
    await desk.press('Enter')
    await desk.asked('Type')
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).click()
    await desk.type('Call back')
    await desk.press('Escape')
    await expect(dialog.getByRole('button', { name: 'Back', exact: true })).toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Call back')
    await desk.press('Escape')
    await desk.asked('Search or run a command')
    await expect(dialog.getByRole('option', { name: /Open ticket for loan/ }).first()).toBeVisible()
    await desk.press('Escape j')
    await expect(dialog).toHaveCount(0)
    await row(desk, 2)
    await desk.search('new ticket')
    await desk.press('Enter')
    await desk.asked('Type')
    await desk.press('Escape')
    await desk.asked('Search or run a command')
  })

  await test.step('the page of one row', async () => {
    await desk.press('Escape')
    await expect(dialog).toHaveCount(0)
    await desk.go('g t', 'Operation tickets')
    await desk.ask('state:notFollowed,following -department:RSK')
    await expect(desk.page.locator('[role=gridcell]:focus')).toHaveCount(1)
    await desk.press('Enter')
    await expect(desk.page.getByRole('toolbar', { name: 'Actions' })).toBeVisible()
    await desk.search('transfer')
    await expect(
      desk.dialog
        .getByRole('option', { name: /^Transfer/ })
        .first()
        .locator('kbd'),
    ).toHaveText('t')
    await desk.press('Escape Escape t')
    await desk.asked('To')
  })
})

test('a reload leaves the tabs, their filters, the place in each list and what is marked there', async ({ sit }) => {
  const desk = await sit('manager')
  const { page } = desk
  await desk.go('g o', 'Order list')
  await desk.ask('state:50')
  await expect(page).toHaveURL(/state%3A50/)
  await desk.go('g p', 'Repayment plans')
  await desk.press('6 0 j')
  await row(desk, 61)
  await desk.press('x')
  await expect(desk.status).toContainText('1 selected')
  const top = async () => Number(await page.locator('.ag-row').first().getAttribute('row-index'))

  await page.reload()
  await row(desk, 61)
  await expect(desk.status).toContainText('1 selected')
  await expect(page.locator('.ag-row[row-index="60"]')).toBeInViewport()
  // what was drawn before it was scrolled goes after that
  await expect.poll(top).toBeGreaterThan(20)

  const tabs = page.getByRole('navigation', { name: 'Open pages' }).getByRole('link')
  await expect(tabs).toHaveText(['Home', 'Order list', 'Repayment plans'])
  await tabs.filter({ hasText: 'Order list' }).click()
  await expect(page.getByRole('search').getByRole('combobox')).toHaveValue('state:50')
})

test('what a key does to the list is done from the palette too, with the focus where it is needed, and “?” lists it all; the key of an export asks what its button does, and Enter takes it', async ({
  sit,
}) => {
  const desk = await sit('manager', { path: '/order_management/repay_plan' })
  const { page } = desk

  await test.step('from the palette', async () => {
    await row(desk, 1)
    await desk.search('columns')
    await desk.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
    await desk.press('Escape')
    await desk.search('filter')
    await desk.press('Enter')
    await expect(page.getByRole('search').getByRole('combobox')).toBeFocused()
    await desk.press('Escape')
    await desk.search('/overdue')
    await desk.reach(/^Overdue/)
    await desk.press('Enter')
    await expect(page.getByRole('button', { name: /^Overdue/ })).toHaveAttribute('aria-pressed', 'true')
    await row(desk, 1)
    await desk.press('?')
    const help = page.getByRole('dialog', { name: 'Keys that work here' })
    await expect(help.getByText('Copy the marked rows')).toContainText('off, because: Select at least one row')
    await expect(help.getByText('Dark theme')).toBeVisible()
    await desk.press('Escape j')
    await row(desk, 2)
  })

  await test.step('an export', async () => {
    await expect(desk.rows.first()).toBeVisible()
    await desk.opens('E', 'Export')
    const fetched = desk.page.waitForEvent('download')
    await desk.press('Enter')
    expect((await fetched).suggestedFilename()).toMatch(/^Repayment plans .*\.csv$/)
    await expect(desk.dialog).toHaveCount(0)
  })
})
