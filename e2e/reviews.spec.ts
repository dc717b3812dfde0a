import type { Response, Route } from 'playwright/test'
import { recordPath } from '#contract/kernel/subject.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { pages } from '#contract/menu.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { review } from '#contract/reviews/row.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { handIn } from './support/customer-app.ts'
import { expect, test } from './support/test.ts'

/** So many applications are reviewed in a row by keys, and by the mouse. */
const [many, someByMouse] = [5, 2]

/** The order in front, once it is theirs to decide. */
async function orderOf({ page }: ConsolePage): Promise<string> {
  await expect(page.getByText(/Yours until/)).toBeVisible()
  return page.getByRole('heading', { level: 1 }).innerText()
}
const another = ({ page }: ConsolePage, order: string) =>
  expect(page.getByRole('heading', { level: 1, name: order })).toHaveCount(0)

/** How much of the evidence is out of sight, in pixels. */
const hiddenEvidence = ({ page }: ConsolePage): Promise<number> =>
  page.getByRole('main').evaluate((main) => {
    const scrolling = [...main.querySelectorAll('*')].filter(
      ({ scrollHeight, clientHeight }) => clientHeight > 200 && scrollHeight > clientHeight,
    )
    return Math.max(0, ...scrolling.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
  })
/** A long address, or more findings than a line holds: so much may be scrolled to. */
const hiddenMax = 80

/** How many they have decided today, as it stands over 'My reviews'. */
async function decidedToday({ page }: ConsolePage): Promise<number> {
  await page.evaluate((path) => history.pushState(null, '', path), pages.myReviews)
  const figures = page.getByRole('region', { name: 'Own figures' }).getByRole('definition')
  return Number(await figures.first().innerText())
}

test('five applications are reviewed one after the other by keys alone, and the last is taken back', async ({
  sit,
}) => {
  const desk = await sit('reviewer', { screen: [1440, 900] })
  const { page } = desk
  const before = await decidedToday(desk)
  await desk.press('g j')
  await orderOf(desk)
  await desk.press('t')
  await expect(page.getByText(/^Quota left/)).toBeVisible()
  await desk.press('t i')
  await expect(page.getByRole('tab', { name: /^Basic/ })).toBeVisible()
  await desk.press('g j')
  const seen = new Set<string>()
  let order = ''

  for (let nth = 0; nth < many; nth++) {
    order = await orderOf(desk)
    seen.add(order)
    expect(await hiddenEvidence(desk)).toBeLessThan(hiddenMax)
    if (nth === 1) {
      await desk.press('A m')
      await desk.type('Spoken to the employer')
      await desk.press('mod+Enter')
    } else {
      await desk.press('X C 2')
      await expect(page.getByRole('button', { name: /^Decide, next/ })).toBeEnabled()
      await desk.press('Enter')
    }
    await another(desk, order)
  }

  expect(seen.size).toBe(many)
  await orderOf(desk)
  // for as long as it can be: nobody scrolls for it
  await expect(page.getByRole('button', { name: 'Undo decision' })).toBeInViewport({ ratio: 1 })
  await desk.press('u')
  await expect(page.getByRole('heading', { level: 1, name: order })).toBeVisible()
  await orderOf(desk)
  // home, own reviews, a customer, and this one: no tab is left of those that were decided
  await expect(page.getByRole('navigation', { name: 'Open pages' }).getByRole('listitem')).toHaveCount(4)
  await desk.press('l')
  await expect(desk.heading('Review queue')).toBeVisible()

  await expect.poll(() => decidedToday(desk)).toBe(before + many - 1)
})

test('two applications are reviewed by the mouse alone, of which one is asked about; a third is given back', async ({
  sit,
}) => {
  const desk = await sit('reviewer', { path: '/risk/review_list', screen: [1440, 900] })
  const { page } = desk
  const click = (name: RegExp) => page.getByRole('button', { name }).click()
  await click(/Claim next review/)
  const seen = new Set<string>()

  for (let nth = 0; nth < someByMouse; nth++) {
    const order = await orderOf(desk)
    seen.add(order)
    await expect(page.getByRole('button', { name: /Decide, next/ })).toBeInViewport({ ratio: 1 })
    if (nth === 1) {
      await click(/Ask the customer again/)
      await click(/Photo of the PAN card/)
    } else {
      await click(/Reject review/)
      await click(/A03/)
    }
    if (nth === 0) {
      await expectNoAxeViolations(page)
      await page.getByLabel(/Remark/).fill('Corner is missing')
    }
    await click(/Decide, next/)
    await another(desk, order)
  }
  await orderOf(desk)
  await click(/Give review back/)

  await expect(desk.heading('Review queue')).toBeVisible()
  expect(seen.size).toBe(someByMouse)
})

test('what one reviewer is at another can only look at, until it is given back', async ({ sit }) => {
  const first = await sit('reviewer', { screen: [1440, 900] })
  await first.press('g j')
  const order = await orderOf(first)
  const address = new URL(first.page.url())

  const second = await sit('reviewer2', { path: `${address.pathname}${address.search}`, screen: [1440, 900] })
  await expect(second.page.getByRole('status').filter({ hasText: 'has this review' })).toBeVisible()
  // the browser would complain about pictures that are refused
  await expect(second.page.getByText(/is shown the pictures/)).toBeVisible()
  await expect(second.page.getByRole('figure')).toHaveCount(0)
  await second.press('X A 3')
  await expect(second.page.getByRole('button', { name: /Decide, next/ })).toBeDisabled()
  await first.press('l')

  await expect(second.page.getByText(/Yours until/)).toBeVisible()
  await expect(second.page.getByRole('heading', { level: 1, name: order })).toBeVisible()
  await second.press('l')
  await expect(second.heading('Review queue')).toBeVisible()
})

test('whoever decides nothing looks at a review without a dock to decide in', async ({ sit }) => {
  const admin = await sit('admin', { path: '/risk/review_list', screen: [1440, 900] })
  await admin.rows.first().dblclick()

  await expect(admin.page.getByRole('heading', { name: 'Typed and read' })).toBeVisible()
  await expect(admin.page.getByRole('region', { name: 'Decision' })).toHaveCount(0)
})

test('what the customer hands in meanwhile is shown and said, and what was filled in is kept', async ({ sit }) => {
  const desk = await sit('reviewer', { screen: [1440, 900] })
  const { page } = desk
  await desk.press('g j')
  const order = await orderOf(desk)
  await desk.press('X B 3 m')
  await desk.type('Expired last year')
  const card = page.getByRole('figure', { name: 'PAN card' }).getByRole('img', { name: 'PAN card' })
  const former = await card.getAttribute('src')
  const id = new URL(page.url()).searchParams.get('id') as IdOf<'review'> // the page is about it
  const { review } = await (await signedIn('reviewer')).call(reviews.detail, { id })

  await handIn(review.customerId, 'pan')

  await expect(page.getByRole('status').filter({ hasText: 'since you opened it: PAN card' })).toBeVisible()
  await expect(card).not.toHaveAttribute('src', former!)
  await expect(page.getByLabel(/Remark/)).toHaveValue('Expired last year')
  await desk.press('mod+Enter')
  await another(desk, order)
})

test('the keys that renew a lock decide as well, however late that is answered; a lock that has run out is said, and what was filled in is kept', async ({
  sit,
}) => {
  const desk = await sit('reviewer', { own: true, screen: [1440, 900] })
  const { page } = desk
  await page.clock.install()
  await page.goto('/detail1')
  const order = await orderOf(desk)

  await test.step('renewed by the keys of a decision', async () => {
    const renewal = page.waitForRequest(/renew/)
    // done by the server at once, and told when the decision was asked for
    const answeredLate = async (route: Route) => {
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.fulfill({ response })
    }
    await page.route(/renew/, answeredLate, { times: 1 })
    await page.clock.fastForward('04:00')
    await desk.press('X C 2')
    await expect(page.getByRole('button', { name: /^Decide, next/ })).toBeEnabled()
    await desk.press('Enter')
    await renewal
    await another(desk, order)
  })

  await test.step('run out: nothing is decided under it', async () => {
    await orderOf(desk)
    await desk.press('X B 3 m')
    await desk.type('Expired last year')
    await desk.press('Escape')
    await page.clock.fastForward('10:00')
    await expect(page.getByRole('alert').filter({ hasText: 'less than two minutes' })).toBeVisible()
    await page.clock.fastForward('02:00')
    await expect(page.getByRole('alert').filter({ hasText: 'The lock has run out' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Decide, next/ })).toBeDisabled()
    await expect(page.getByLabel(/Remark/)).toHaveValue('Expired last year')
    await expect(page.getByRole('button', { name: /B03/ })).toHaveAttribute('aria-pressed', 'true')
  })
})

for (const [shown, first] of [
  ['once it is refused', false],
  ['before it is refused', true],
] as const)
  test(`a review that somebody began and gave back meanwhile is begun as it is then, shown ${shown}`, async ({
    sit,
  }) => {
    const desk = await sit('reviewer', { screen: [1440, 900] })
    const { page } = desk
    const other = await signedIn('reviewer2')
    const { id, version } = (await other.call(reviews.list, { q: 'state:unclaimed sort:queuedAt-' })).rows[0]!
    // what is nobody's yet shows no picture, and asks for none
    const refused: string[] = []
    page.on(
      'response',
      (answer) => answer.url().includes('/api/pictures') && !answer.ok() && refused.push(answer.url()),
    )
    const shows = async (response: Response, shown: number) => {
      if (!response.url().includes(`/reviews/${id}`)) return false
      // of what the page itself has left meanwhile there is no text any more
      const text = await response.text().catch(() => '')
      return text.includes(`"version":${shown}`)
    }
    const meanwhile = async () => {
      const begun = await other.call(reviews.open, { id, version })
      const known = first ? page.waitForResponse((response) => shows(response, begun.version + 1)) : null
      await other.call(reviews.release, { id, version: begun.version })
      await known
    }
    await page.route(/reviews\/open/, (route) => meanwhile().then(() => route.continue()), { times: 1 })

    const live = page.waitForResponse(/api\/live/)
    await page.goto(pages.reviewQueue)
    await live

    await page.evaluate((path) => history.pushState(null, '', path), recordPath(review, id))

    await orderOf(desk)
    await expect(page.locator('figure img').first()).toBeVisible()
    expect(refused).toEqual([])
  })

test('what a decision was taken back of stays theirs, though the next was being claimed', async ({ sit }) => {
  const desk = await sit('reviewer', { screen: [1440, 900] })
  const { page } = desk
  await page.goto('/detail1')
  const order = await orderOf(desk)
  await expect(page.getByText(/^then /)).toBeVisible()
  const released: string[] = []
  page.on('request', (request) => request.url().includes('/reviews/release') && released.push(request.postData() ?? ''))
  // the server claims once it has undone
  const undone = page.waitForResponse(/reviews\/undo/)
  await page.route(/claim-next/, (route) => undone.then(() => route.continue()), { times: 1 })

  await desk.press('X C 2')
  await expect(page.getByRole('button', { name: /^Decide, next/ })).toBeEnabled()
  await desk.press('Enter')
  await another(desk, order)
  await orderOf(desk)
  const claimed = page.waitForResponse(/claim-next/)
  await desk.press('u')

  await claimed
  await expect(page.getByRole('heading', { level: 1, name: order })).toBeVisible()
  await orderOf(desk)
  await desk.press('l')
  await expect(desk.heading('Review queue')).toBeVisible()
  expect(released).toHaveLength(1)
})
