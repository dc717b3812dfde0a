import type { Page } from 'playwright/test'
import { settings } from '#contract/settings.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { expectAccessible, expectNoAxeViolations, overlays, useSystemTheme } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, signIn, test } from './support/test.ts'
import { codeOf, confirm } from './support/two-factor.ts'

const panel = (desk: ConsolePage, name: string) => desk.page.getByRole('region', { name, exact: true })

/** Asks for two-factor, and proves who it is by the password. */
async function begin(desk: ConsolePage): Promise<void> {
  await panel(desk, 'Two-factor').getByRole('button', { name: 'Set up two-factor' }).click()
  await desk.prove()
}

async function setUp(desk: ConsolePage) {
  await begin(desk)
  const made = await confirm(desk.page)
  await expect(panel(desk, 'Two-factor')).toContainText('On since')
  return made
}

async function signOut(desk: ConsolePage): Promise<void> {
  await desk.search('log out')
  await desk.press('Enter')
  await expect(desk.page.getByLabel('Account')).toBeVisible()
}

test('a step-up that is called off leaves everything as it was; two-factor is set up, asked for at sign-in, good once, and turned off by the password', async ({
  sit,
}) => {
  const desk = await sit('inspector', { path: '/account' })
  const { page } = desk

  await test.step('called off', async () => {
    await panel(desk, 'Two-factor').getByRole('button', { name: 'Set up two-factor' }).click()
    await expect(desk.dialog).toContainText('Confirm that it is you')
    await desk.press('Escape')
    await expect(desk.dialog).toBeHidden()
    await expect(desk.warning('Confirm that it is you first')).toBeVisible()
    await expect(panel(desk, 'Two-factor').getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
  })

  await test.step('set up, used, and turned off', async () => {
    const { secret, codes } = await setUp(desk)
    const [first] = codes as [string]
    await signOut(desk)
    await signIn(page, 'inspector')
    await expect(page.getByLabel('One-time code')).toBeFocused()
    await desk.type('000000')
    await desk.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'The code is not right' })).toBeVisible()
    await expect(page.getByLabel('One-time code')).toBeFocused()
    const used = codeOf(secret, 1)
    await desk.press('mod+a')
    await desk.type(used)
    await desk.press('Enter')
    await expect(page).not.toHaveURL(/login/)
    await page.goto('/account')
    await panel(desk, 'Two-factor').getByRole('button', { name: 'New recovery codes' }).click()
    await expect(desk.dialog).toContainText('Confirm that it is you')
    await expectNoAxeViolations(page)
    await desk.type(used)
    await desk.press('Enter')
    await expect(desk.dialog).toContainText('was used before')
    await desk.press('mod+a')
    await desk.type(first)
    await desk.press('Enter')
    await expect(desk.dialog.getByRole('listitem')).toHaveCount(10)
    await expect(desk.dialog).not.toContainText(first)
    await desk.dialog.getByRole('button', { name: 'I have kept them' }).click()
    await panel(desk, 'Two-factor').getByRole('button', { name: 'Turn off' }).click()
    await desk.type('Wrong#123')
    await desk.press('Enter')
    await expect(desk.dialog).toContainText('The password is not right')
    await desk.press('mod+a')
    await desk.type(demoPassword)
    await desk.press('Enter')
    await expect(panel(desk, 'Two-factor').getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
  })
})

/** How far the piece is from its gap: both have a white rim, the gap alone in the picture. */
const distance = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const leftmost = async (image: HTMLImageElement) => {
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
      for (let x = 0; x < width; x++) {
        const rim = Array.from({ length: height }, (_, y) => (y * width + x) * 4)
        if (rim.filter((at) => data[at] === 250 && data[at + 1] === 250 && data[at + 3] === 255).length > 4) return x
      }
      throw new Error('no rim')
    }
    const [picture, piece] = [...document.querySelectorAll<HTMLImageElement>('fieldset img')]
    return (await leftmost(picture!)) - (await leftmost(piece!))
  })

test('after three failures a piece has to be moved, by the arrow keys too, before the password counts', async ({
  visitor: page,
}) => {
  await page.goto('/login')
  for (let attempt = 0; attempt < 3; attempt++) {
    await signIn(page, 'reloan', 'Wrong#123')
    await expect(page.getByRole('alert')).toContainText('Account or password is not right')
    await page.getByLabel('Account').focus()
  }
  await expect(page.getByRole('alert')).toContainText('2 attempts left')
  const slider = page.getByRole('slider', { name: 'Move the piece into its gap' })
  await expect(slider).toBeVisible()
  await expectNoAxeViolations(page)

  await signIn(page, 'reloan')
  await expect(page.getByRole('alert')).toContainText('The piece was not in its gap')
  await expect(page.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-busy')
  await slider.focus()
  const steps = await distance(page)
  for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight')
  await page.getByLabel('Password', { exact: true }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByLabel('Account')).toBeHidden()
})

test('a session somewhere else is ended from here, and is over there at its next call', async ({ sit }) => {
  const elsewhere = await sit('limit')
  const desk = await sit('limit', { path: '/account' })
  const sessions = panel(desk, 'Where you are signed in')
  await expect(sessions.getByText('this one')).toHaveCount(1)

  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()

  await expect(desk.toast(/sessions? ended/)).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await elsewhere.page.reload()
  await expect(elsewhere.page.getByLabel('Account')).toBeVisible()
})

test('a profile takes an address that is one, and keeps it; a picture is chosen, kept small, and removed when it was asked twice', async ({
  sit,
}) => {
  const desk = await sit('salesman', { path: '/account' })
  const profile = panel(desk, 'Profile')

  await test.step('the address', async () => {
    await profile.getByLabel('E-mail').fill('sal@')
    await desk.press('Enter')
    await expect(profile).toContainText('email format incorrect')
    await expect(profile.getByLabel('E-mail')).toBeFocused()
    await profile.getByLabel('E-mail').fill('sal@example.com')
    await profile.getByLabel('About you').fill('Sells in the south')
    await desk.press('Enter')
    await expect(desk.toast('Saved')).toBeVisible()
    await desk.page.reload()
    await expect(profile.getByLabel('About you')).toHaveValue('Sells in the south')
  })

  await test.step('the picture', async () => {
    const remove = profile.getByRole('button', { name: 'Remove picture' })
    await profile.getByLabel('Picture').setInputFiles('docs/grid.png')
    await expect(desk.toast('Saved')).toBeVisible()
    await expect(profile.getByRole('img')).toBeVisible()
    await remove.focus()
    await desk.press('Enter')
    await expect(profile.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await desk.press('Enter')
    await expect(profile.getByRole('img')).toBeVisible()
    await remove.focus()
    await desk.press('Enter')
    await expect(profile.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await desk.press('Tab')
    await desk.press('Enter')
    await expect(profile.getByRole('img')).toHaveCount(0)
    await expect(remove).toHaveCount(0)
  })
})

test('the language and what is set in the drawer go with the person, and a language chosen at sign-in counts more', async ({
  sit,
  browser,
}) => {
  const desk = await sit('marketer', { path: '/account' })
  const tabs = desk.page.getByRole('navigation', { name: 'Open pages' })
  await expect(tabs).toBeVisible()
  await desk.search('settings')
  await desk.press('Enter')
  await desk.dialog.getByLabel('Tabs of visited pages').uncheck()
  await desk.press('Escape')
  await expect(tabs).toHaveCount(0)
  await panel(desk, 'Language').getByRole('combobox').selectOption('日本語')
  await expect(desk.heading('マイページ')).toBeVisible()

  const other = await sit('marketer', { path: '/account' })
  await expect(other.heading('マイページ')).toBeVisible()
  await expect(other.page.getByRole('navigation', { name: '開いているページ' })).toHaveCount(0)

  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await page.goto('/login?redirect=/account')
  // at the worst moment: its words come while the server is asked who signs in
  const entering = page.waitForRequest('**/getInfo?*')
  await page.route('**/session-*.js', (route) => entering.then(() => route.continue()))
  const worded = page.waitForResponse('**/session-*.js')
  await page.route('**/getInfo?*', (route) => worded.then(() => route.continue()))
  await page.getByRole('combobox').selectOption('Español')
  await page.locator('[name=username]').focus()
  await signIn(page, 'marketer')
  await expect(page.getByRole('heading', { name: 'Centro personal', level: 1 })).toBeVisible()
  await page.context().close()
  await (await signedIn('marketer')).call(settings.save, { language: 'en', tagsView: true })
})

test('the personal centre and its dialogs are without fault in either theme', async ({ sit }) => {
  const desk = await sit('caller', { path: '/account' })
  await useSystemTheme(desk.page)
  await expect(panel(desk, 'Where you are signed in').getByText('this one')).toBeVisible()
  await expectAccessible(desk.page)
  await panel(desk, 'Keys').getByRole('button', { name: 'Change keys' }).click()
  await expect(desk.dialog.getByRole('searchbox')).toBeVisible()
  await expectAccessible(desk.page, overlays.dialog)
  await desk.press('Escape')
  await begin(desk)
  await expect(desk.dialog.getByRole('img')).toBeVisible()
  await expectAccessible(desk.page, overlays.dialog)
})
