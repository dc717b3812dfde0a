import type { Page } from 'playwright/test'
import { settings } from '#contract/settings.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import { expect, signIn, test } from './support/test.ts'

type Answer = { data: Record<string, unknown> }

/** Stubs the response of a call. */
const twist = (page: Page, path: string, change: (answer: Answer) => Answer) =>
  page.route(`**/api${path}*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Answer) })
  })

/** Everything the browser complains about. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  return complaints
}

test('cookies that are garbage are as good as none', async ({ visitor: page, baseURL }) => {
  const complaints = complaintsOf(page)
  for (const value of ['%E0%A4%A', '"><script>', '{"a":1}', '💥', '9'.repeat(1_000)]) {
    const names = ['theme', 'size', 'accent', 'language', 'sidebar', 'Admin-Token']
    await page.context().clearCookies()
    await page.context().addCookies(names.map((name) => ({ name, value: encodeURI(value), url: baseURL! })))
    await page.goto('/')
    await expect(page.getByLabel('Account')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  }

  await signIn(page, 'ops')
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('settings of another version are as by default; of a menu with unknown pages and circles what is right can be used', async ({
  visitor: page,
}) => {
  const complaints = complaintsOf(page)
  await twist(page, '/getInfo', ({ data, ...rest }) => {
    const node = (path: string, more: object) => ({
      path,
      component: 'x',
      visible: '0',
      name: path,
      meta: { title: path },
      ...more,
    })
    const broken = [
      node('/strange', { component: 'no_such_page' }),
      node('/a', { redirect: '/b', children: [node('/a', {})] }),
      node('/b', { redirect: '/a' }),
      node('javascript:alert(1)', {}),
      null,
      7,
      { meta: {} },
    ]
    const settings = { theme: 'blue', tagsView: 'yes', fixedHeader: 3, language: 'tlh', sidebarLogo: null }
    return { ...rest, data: { ...data, settings, menu: [...(data.menu as object[]), ...broken] } }
  })
  await page.goto('/')
  await signIn(page, 'ops')
  const menu = page.getByRole('navigation', { name: 'Menu' })

  await expect(page.getByRole('navigation', { name: 'Open pages' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const accent = await page.locator('html').evaluate(({ style }) => style.getPropertyValue('--accent'))
  expect(accent).toBe('#1890ff')
  await expect(page.getByRole('alert').filter({ hasText: 'Part of the menu cannot be read' })).toContainText(
    'javascript:',
  )
  await menu.getByRole('link', { name: '/strange' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'This console cannot show the page' })).toBeVisible()
  await expect(page.getByText('no_such_page')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/b')
  await expect(page).toHaveURL('/404')
  await menu.getByRole('link', { name: 'Customers' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a clock of an unknown country runs six hours behind', async ({ visitor: page }) => {
  await twist(page, '/get/time', ({ data, ...rest }) => ({ ...rest, data: { ...data, country: 'Atlantis' } }))
  await page.goto('/login')

  await expect(page).toHaveTitle('Atlantis')
  await expect(page.getByText(/^Atlantis \d\d:\d\d:\d\d · UTC-6$/)).toBeVisible()
})

test('where the texts of a language do not come, English stands in for them, and that is said', async ({ sit }) => {
  const desk = await sit('limit')
  await desk.page.route(/assets\/es-/, (route) => route.abort())
  await desk.page.getByRole('button', { name: 'Language', exact: true }).press('Enter')

  await desk.page.getByRole('menuitemcheckbox', { name: 'Español' }).press('Enter')

  await expect(desk.warning(/se muestran en inglés|English stands in/)).toBeVisible()
  await expect(desk.page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await desk.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Customers' }).press('Enter')
  await expect(desk.heading('Customers')).toBeVisible()
  await (await signedIn('limit')).call(settings.save, { language: 'en' })
})
