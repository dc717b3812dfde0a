import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Database, openDatabase } from '#server/kernel/base/database.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { sameElsewhere } from '#server/modules/reviews/same-elsewhere.ts'
import { type Figure, type Measure, quantile, repeats, timed } from './harness.ts'
import { pauseJobs, startBooks } from './support/book.ts'
import { openConsole } from './support/browser.ts'
import { today } from './support/orders.ts'
import { apiClient, startServer, temporaryFolder } from './support/server.ts'
import { openSessions } from './support/sessions.ts'

/** How many reviewers there are, and how many of them ask at the same moment. */
const [people, atOnce] = [160, 4]
/** So many reviews are decided in a row, each looked at for so long. */
const [reviewed, settledMs] = [15, 1_500]
/** So many customers are looked up elsewhere. */
const customers = 200

type Ask = ReturnType<typeof apiClient>

/** Has everybody do something, some at once. Answers how long each took, in ms, and what was answered. */
async function everybody<Answer>(asks: readonly Ask[], work: (ask: Ask) => Promise<Answer>) {
  const waiting = [...asks]
  const [times, answers]: [number[], Answer[]] = [[], []]
  const one = async () => {
    for (let ask = waiting.pop(); ask; ask = waiting.pop()) {
      const asked = ask
      times.push(await timed(async () => answers.push(await work(asked))))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { times, answers }
}

/** The queue as it was: nobody has taken anything. */
const emptyHands = ({ query }: Database) =>
  query(`update reviews set state = 'unclaimed', reviewer_id = null, locked_until = null where state = 'toAudit'`)

/** How long it takes to claim the next review, beside reading the first page of the queue. */
async function claims(database: Database, url: string): Promise<Figure> {
  const asks = (await openSessions(database, { role: 'REV', people })).map((token) => apiClient(url, token))
  const [claimed, listed]: [number[], number[]] = [[], []]
  for (let i = 0; i <= repeats; i++) {
    await emptyHands(database)
    const claim = await everybody(asks, (ask) => ask<{ review: { id: string } }>('/reviews/claim-next', {}))
    const ids = new Set(claim.answers.map(({ review }) => review.id))
    if (ids.size < people) throw new Error(`${people} reviewers got ${ids.size} reviews`)
    const list = await everybody(asks, (ask) => ask('/reviews?q=state:unclaimed,manualCheck'))
    if (i === 0) continue // what is read for the first time comes from the disk
    claimed.push(quantile(claim.times, 0.95))
    listed.push(quantile(list.times, 0.95))
  }
  return {
    what: `the next review claimed, ${atOnce} at once, p95`,
    unit: 'ms',
    samples: claimed,
    control: { what: 'the first page of the queue', samples: listed },
    budget: { most: 30 },
  }
}

/** How long it takes to find who else has what a customer has. */
async function elsewhere({ db, query }: Database): Promise<Figure> {
  const { rows } = await query(`select customer_id as id from loans where state = 22 order by id limit ${customers}`)
  const known = []
  for (const { id } of rows as { id: IdOf<'customer'> }[]) {
    known.push((await db.select().from(customerRows).where(eq(customerRows.id, id)))[0]!)
  }
  const samples: number[] = []
  for (let i = 0; i <= repeats; i++) {
    const times: number[] = []
    for (const customer of known) times.push(await timed(() => sameElsewhere(db, customer, today())))
    if (i > 0) samples.push(quantile(times, 0.95))
  }
  return {
    what: `same device, phone, contact or card elsewhere, p95`,
    unit: 'ms',
    samples,
    budget: { most: 50 },
  }
}

/** Latency of a reviewer's calls on a large book. */
async function calls(): Promise<Figure[]> {
  const { copy } = await startBooks()
  const databaseUrl = await copy('reviewed')
  await pauseJobs(databaseUrl)
  const { url } = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder('reviews') })
  const database = await openDatabase({ url: databaseUrl })
  try {
    return [await claims(database, url), await elsewhere(database)]
  } finally {
    await database.close()
  }
}

/** Runs in the page: when every picture of another order than `before`, or one that is shown anew, is there and painted. */
const picturesShown = (before: string | null): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      const order = document.querySelector('h1')?.textContent
      const images = [...document.querySelectorAll<HTMLImageElement>('figure img')]
      const there = images.length > 0 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
      if (order && order !== before && there) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      else requestAnimationFrame(look)
    }
    look()
  })

/** From the key to the pictures: of the next review once one is decided, and of another picture, one shown large. */
async function workspace(): Promise<Figure[]> {
  const { url } = await startServer({ DATA_DIR: temporaryFolder('reviewed'), DEMO_LOANS: '13000' })
  const { page, browser } = await openConsole(url, 'reviewer', '/detail1')
  const until = async (before: string | null, keys: readonly string[]) => {
    for (const key of keys.slice(0, -1)) await page.keyboard.press(key)
    const shown = page.evaluate(picturesShown, before)
    await page.keyboard.press(keys.at(-1)!)
    return (await shown) - (await page.evaluate(() => window.pressedAt))
  }
  await page.getByText(/Yours until/).waitFor()
  await page.evaluate(picturesShown, null)
  const [next, large]: [number[], number[]] = [[], []]
  for (let i = 0; i <= reviewed; i++) {
    await page.keyboard.press('s')
    for (const key of ['2', '3']) large.push(await until(null, [key]))
    await page.keyboard.press('s')
    await page.waitForTimeout(settledMs) // somebody looks at it
    next.push(await until(await page.locator('h1').textContent(), ['Shift+X', 'Shift+C', '2', 'Enter']))
    await page.getByText(/Yours until/).waitFor()
  }
  await browser.close()
  return [
    { what: 'decided → the next pictures painted', unit: 'ms', samples: next.slice(1), budget: { most: 300 } },
    { what: 'key → another picture painted, large', unit: 'ms', samples: large.slice(2), budget: { most: 150 } },
  ]
}

/** What a reviewer waits for, each part by itself. */
export const parts: Readonly<Record<string, Measure>> = { calls, workspace }
