import { type PageId, pages } from '#contract/menu.ts'
import type { ConsolePage } from './console-page.ts'
import { expect } from './test.ts'

/**
 * Opens a list with its filter, and waits for the row that is called so, which has the keys then: for lists whose rows
 * begin with a name. Without a name nothing matches.
 */
export async function open(desk: ConsolePage, id: PageId, line: string, name: string | null): Promise<void> {
  const { page } = desk
  await page.evaluate((to) => history.pushState(null, '', to), `${pages[id]}?q=${encodeURIComponent(line)}`)
  if (name === null) return expect(page.getByText('Nothing matches this filter')).toBeVisible()
  await expect(desk.row(name)).toHaveCount(1)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
}

/** Begins a command of the palette by what is typed of it; `title`: what it is called. */
export async function begin(desk: ConsolePage, typed: string, title: RegExp): Promise<void> {
  await desk.search(typed)
  await desk.reach(title)
  await desk.press('Enter')
}

/** Fills a field of the form in the palette. */
export const fill = (desk: ConsolePage, name: string, text: string): Promise<void> =>
  desk.dialog.getByRole('textbox', { name, exact: true }).fill(text)

/** Fills a field of the form that nobody can read over a shoulder. */
export const fillSecret = (desk: ConsolePage, name: string, text: string): Promise<void> =>
  desk.dialog.getByLabel(name, { exact: true }).fill(text)

/** Chooses in a field of the form by what is typed of it. */
export async function choose(desk: ConsolePage, name: string, text: string, hit: RegExp): Promise<void> {
  await desk.dialog.getByRole('combobox', { name, exact: true }).fill(text)
  await expect(desk.hit).toHaveText(hit)
  await desk.press('Enter')
}

/** Answers what the palette asks in its line. */
export async function answer(desk: ConsolePage, name: string, text: string, hit?: RegExp): Promise<void> {
  await desk.asked(name)
  await desk.press('mod+a')
  await desk.type(text)
  if (hit) await expect(desk.hit).toHaveText(hit)
  await desk.press('Enter')
}

/** Leaves all that is open, layer by layer. */
export const leave = (desk: ConsolePage): Promise<void> =>
  expect(async () => {
    await desk.press('Escape')
    await expect(desk.dialog).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

/** Releases the request in front as a second person: reviewed, proved where the call takes that, done. */
export async function release(desk: ConsolePage, { takesProof }: { takesProof: boolean }): Promise<void> {
  await expect(desk.rows).toHaveCount(1)
  await desk.press('A')
  await desk.asked('Note')
  await desk.press('Enter')
  await desk.read(/Approve and run/)
  await desk.press('mod+Enter')
  if (takesProof) await desk.prove()
  await expect(desk.toast('Approved; it runs')).toBeVisible()
}
