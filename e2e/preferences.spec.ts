import { settings } from '#contract/settings.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, signIn, test } from './support/test.ts'

const bar = ({ page }: ConsolePage) => page.getByRole('banner')
const cookie = async ({ page }: ConsolePage, name: string) =>
  (await page.context().cookies()).find((one) => one.name === name)?.value

test('the bar gives the size of text and rows, which is remembered, the whole screen, and the country’s time', async ({
  sit,
}) => {
  const desk = await sit('ops')

  await test.step('the country’s time, second by second, and its name as the title', async () => {
    await expect(desk.page).toHaveTitle('IN')
    const clock = bar(desk).getByText(/^IN \d\d:\d\d:\d\d$/)
    const first = await clock.innerText()
    await expect(clock).not.toHaveText(first)
    const india = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(11, 16)
    await expect.poll(async () => (await clock.innerText()).slice(3, 8) === india()).toBe(true)
  })

  await test.step('the whole screen, given and taken back; where a browser cannot, it says so', async () => {
    const full = () => desk.page.evaluate(() => document.fullscreenElement !== null)
    await bar(desk).getByRole('button', { name: 'Full screen', exact: true }).click()
    await expect.poll(full).toBe(true)
    await bar(desk).getByRole('button', { name: 'Leave full screen' }).click()
    await expect.poll(full).toBe(false)
    await desk.page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    await bar(desk).getByRole('button', { name: 'Full screen', exact: true }).click()
    await expect(desk.warning('you browser can not work')).toBeVisible()
  })

  await test.step('the size, chosen, said, and remembered', async () => {
    await bar(desk).getByRole('button', { name: 'Text size' }).press('Enter')
    const sizes = desk.page.getByRole('menuitemcheckbox')
    await expect(sizes).toHaveText(['Default', 'Medium', 'Small', 'Mini'])
    await expect(desk.page.getByRole('menuitemcheckbox', { checked: true })).toHaveText('Medium')
    await sizes.filter({ hasText: 'Mini' }).press('Enter')
    await expect(desk.toast('Switch Size Success')).toBeVisible()
    await expect(desk.page.locator('html')).toHaveAttribute('data-size', 'mini')
    expect(await cookie(desk, 'size')).toBe('mini')
    await desk.page.reload()
    await expect(desk.page.locator('html')).toHaveAttribute('data-size', 'mini')
  })
})

test('theme, colour and every switch of the drawer count at once; bars go with the page that scrolls, unless they are to stay', async ({
  sit,
}) => {
  const desk = await sit('supervisor', { path: '/account', screen: [1440, 500] })
  const { page, dialog } = desk

  await test.step('every switch', async () => {
    await bar(desk).getByRole('button', { name: 'Settings' }).press('Enter')
    const set = (name: string) => dialog.getByLabel(name)
    await expect(set('Tabs of visited pages')).toBeChecked()
    await expect(set('Bars stay when a page scrolls')).not.toBeChecked()
    await expect(set('Logo above the menu')).not.toBeChecked()
    await expect(set('Find Chinese titles by pinyin')).toHaveCount(0)
    await set('Logo above the menu').check()
    await set('Show this button in the bar').uncheck()
    await desk.press('Escape')
    await expect(bar(desk).getByRole('button', { name: 'Settings' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Home' }).filter({ hasText: 'lendline' })).toHaveCount(1)
    await expect(bar(desk).getByText('lendline')).toHaveCount(0)
    await page.reload()
    await expect(bar(desk).getByText('lendline')).toHaveCount(0)
  })

  await test.step('bars go with the page, unless they are to stay', async () => {
    // what comes later makes the page longer, and a dialog in front keeps it where it is
    const scroll = () =>
      desk.page.evaluate(() => {
        scrollTo({ top: document.body.scrollHeight })
        return scrollY
      })
    const scrolled = () => expect.poll(scroll).toBeGreaterThan(50)
    await expect(desk.page.getByRole('region', { name: 'Personal data you revealed' })).toBeAttached()
    await scrolled()
    await expect(bar(desk)).not.toBeInViewport({ ratio: 0.9 })
    await desk.search('settings')
    await desk.press('Enter')
    await desk.dialog.getByLabel('Bars stay when a page scrolls').check()
    await desk.press('Escape')
    await expect(desk.dialog).toBeHidden()
    await scrolled()
    await expect(bar(desk)).toBeInViewport({ ratio: 0.9 })
  })

  await test.step('dark, light or as the system; one of eight colours, or any', async () => {
    const html = desk.page.locator('html')
    await bar(desk).getByRole('button', { name: 'Theme' }).press('Enter')
    await desk.dialog.getByRole('radio', { name: 'Light' }).check()
    await expect(html).toHaveAttribute('data-theme', 'light')
    await desk.page.emulateMedia({ colorScheme: 'dark' })
    await desk.dialog.getByRole('radio', { name: 'As the system' }).check()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await expect(desk.dialog.getByRole('radio', { name: /^#/ })).toHaveCount(8)
    await desk.dialog.getByRole('radio', { name: '#11a983' }).check()
    await expect(desk.toast('Compiling the theme')).toBeVisible()
    await expect(desk.toast('Compiling the theme')).toHaveCount(0, { timeout: 2_900 })
    await expect.poll(() => html.evaluate(({ style }) => style.getPropertyValue('--accent'))).toBe('#11a983')
    await desk.dialog.getByLabel('Another colour').fill('#123456')
    await expect.poll(() => html.evaluate(({ style }) => style.getPropertyValue('--accent'))).toBe('#123456')
  })
  const usual = { fixedHeader: false, theme: '#1890ff', sidebarLogo: false, showSettings: true }
  await (await signedIn('supervisor')).call(settings.save, usual)
})

test('five languages are in the list, and everything changes in place', async ({ sit }) => {
  const desk = await sit('admin')
  await desk.go('g w', 'Failed payouts')
  await desk.page.getByRole('gridcell').first().click()
  await bar(desk).getByRole('button', { name: 'Language' }).press('Enter')
  const offered = desk.page.getByRole('menuitemcheckbox')
  await expect(offered).toHaveText(['简体中文', 'English', 'Español', 'Tiếng Việt', 'Bahasa Indonesia'])

  await offered.filter({ hasText: 'Tiếng Việt' }).press('Enter')

  await expect(desk.toast('Đã đổi ngôn ngữ')).toBeVisible()
  await expect(desk.heading('Giải ngân thất bại')).toBeVisible()
  await expect(desk.page.locator('html')).toHaveAttribute('lang', 'vi')
  expect(await cookie(desk, 'language')).toBe('vi')
  await desk.search('tiếng nhật')
  await desk.press('Enter')
  await expect(desk.heading('送金失敗')).toBeVisible()
  await desk.search('english')
  await desk.press('Enter')
  await expect(desk.toast('Switch Language Success')).toBeVisible()
})

test('Chinese titles are found by how they sound, for as long as that is set', async ({ sit }) => {
  const desk = await sit('reviewer', { locale: 'zh-CN' })
  const found = desk.dialog.getByRole('option', { name: '客户列表' })
  await desk.search('kehuliebiao')
  await expect(found).toBeVisible()
  await desk.press('Escape Escape')

  await bar(desk).getByRole('button', { name: '设置' }).press('Enter')
  await desk.dialog.getByLabel('支持拼音搜索').uncheck()
  await desk.press('Escape')
  await desk.search('kehuliebiao')

  await expect(found).toHaveCount(0)
  await (await signedIn('reviewer')).call(settings.save, { supportPinyinSearch: true })
})

/** What is typed into the three fields, and the rules that are not met then. */
const attempts = [
  [
    '',
    '',
    '',
    ['8 to 20 characters', 'a digit', 'a letter', 'a special character', 'not the original one', 'both the same'],
  ],
  [demoPassword, demoPassword, demoPassword, ['not the original one']],
  [demoPassword, 'Better#22', 'Better#23', ['both the same']],
  [demoPassword, 'Better22', 'Better22', ['a special character']],
  [demoPassword, 'B#2', 'B#2', ['8 to 20 characters']],
] as const

test('a new password is sent once every rule is met; then one signs in anew with it', async ({ sit }) => {
  const desk = await sit('agency')
  const { page, dialog } = desk
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('changePwd') && sent.push(request.url()))
  await desk.search('change password')
  await desk.press('Enter')
  const fill = async (...typed: readonly [string, string, string]) => {
    await dialog.getByLabel('Original password').fill(typed[0])
    await dialog.getByLabel('New password', { exact: true }).fill(typed[1])
    await dialog.getByLabel('New password again').fill(typed[2])
  }

  for (const [oldOne, newOne, again, unmet] of attempts) {
    await fill(oldOne, newOne, again)
    await expect(dialog.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'not met' }) })).toHaveText(
      unmet.map((rule) => new RegExp(rule)),
    )
    await desk.press('Enter')
  }
  expect(sent).toEqual([])
  await fill('Wrong#123', 'Better#22', 'Better#22')
  await desk.press('Enter')
  await expect(desk.warning('The original password is not right')).toBeVisible()

  await fill(demoPassword, 'Better#22', 'Better#22')
  await desk.press('Enter')

  await expect(page).toHaveURL(/\/login/)
  await expect(desk.toast('Password changed. Sign in with the new one')).toBeVisible()
  expect((await page.context().cookies()).filter(({ name }) => name === 'Admin-Token')).toEqual([])
  await signIn(page, 'agency', 'Better#22')
  await expect(page.getByRole('main')).toBeVisible()
})
