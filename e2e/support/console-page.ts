import { type ConsoleMessage, expect, type Locator, type Page } from 'playwright/test'
import { type PageId, pages } from '#contract/menu.ts'
import { demoPassword } from '#server/seed/foundation.ts'

/** What every row begins with but headings and totals: an id or a time; in the tree of units a name comes before it. */
const dataRow = /^\S*\d| (AG|UN)\d/
/** How long a review has to stand before its button is heard: nobody has read it yet. */
const unreadMs = 400
/** How long what was found has to stand before Enter is heard, where it could do harm; and until it is found. */
const youngMs = 300
/** How long the focus may take to move: a key that moves nothing is not waited for any longer. */
const movedMs = 2_000
/** Nothing is further away than so many presses of a key. */
const stepsMax = 130

/** What a message of the browser says, and what of, where it came from elsewhere. */
const toldBy = (message: ConsoleMessage): string => [message.text(), message.location().url].filter(Boolean).join(' ')

/** Everything the browser complains about from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(toldBy(message)))
  page.on('pageerror', ({ message }) => complaints.push(message))
  return complaints
}

/** Neither the browser has complained, nor has the console written down a defect that whoever sits there would see counted. */
export async function expectNoComplaints(page: Page, complaints: readonly string[]): Promise<void> {
  expect(complaints).toEqual([])
  await expect(page.getByRole('button', { name: /^Error log/ })).toHaveCount(0)
}

/** Page object of the console in front of somebody: keys go in, rows and words come out. */
export class ConsolePage {
  readonly page: Page
  readonly dialog: Locator
  /** The rows in sight, and those of them that are marked. */
  readonly rows: Locator
  readonly marked: Locator
  /** The line at the bottom: how much is marked, where the cursor is. */
  readonly status: Locator
  /** Whether they have proved who they are: for five minutes their session is not asked again. */
  hasProved = false

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog')
    this.rows = page.getByRole('row', { name: dataRow })
    this.marked = page.getByRole('row', { name: dataRow, selected: true })
    this.status = page.getByRole('contentinfo')
  }

  /** Presses keys in turn: `g w`, `mod+k`, `a a`. A capital letter has Shift held, as on a keyboard. */
  async press(keys: string): Promise<void> {
    for (const key of keys.split(' ')) {
      const held = /^[A-Z]$/.test(key) ? `Shift+${key}` : key.replace('mod+', 'ControlOrMeta+')
      await this.page.keyboard.press(held)
    }
  }

  /** Presses a key until something has the focus. A menu moves its focus a moment after the key: pressed again meanwhile, it would move on. */
  async until(target: Locator, key: string): Promise<void> {
    const reached = (element: Element, [was, patienceMs]: readonly [Element | null, number]) =>
      new Promise<boolean>((tell) => {
        const end = performance.now() + patienceMs
        const look = () => {
          const { activeElement, body } = document
          const moved = activeElement !== was && activeElement !== body
          if (moved || performance.now() > end) tell(element === activeElement)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    for (let times = 0; times < stepsMax; times++) {
      const was = await this.page.evaluateHandle(() => document.activeElement)
      await this.press(key)
      if (await target.evaluate(reached, [was, movedMs] as const)) return
    }
    await expect(target).toBeFocused()
  }

  type = (text: string): Promise<void> => this.page.keyboard.type(text)

  heading = (name: string): Locator => this.page.getByRole('heading', { name, exact: true, level: 1 })

  /** The row that is about `id`, whatever else stands in it. */
  row = (id: string): Locator => this.page.getByRole('row', { name: id })

  cell = (id: string, text: string | RegExp): Locator =>
    this.row(id).getByRole('gridcell', { name: text, ...(typeof text === 'string' && { exact: true }) })

  /** What is said beside the work: good and neutral words, or warnings and errors. */
  toast = (text: string | RegExp): Locator => this.page.getByRole('status').filter({ hasText: text })
  warning = (text: string | RegExp): Locator => this.page.getByRole('alert').filter({ hasText: text })

  /** Goes to a list by its keys, and waits for its rows. */
  async go(keys: string, title: string): Promise<void> {
    await this.press(keys)
    await expect(this.heading(title)).toBeVisible()
    await expect(this.rows.first()).toBeVisible()
    await this.#hasKeys()
  }

  /** Waits until keys go to the rows: a cell takes the focus a moment after it is drawn. */
  #hasKeys = (): Promise<void> => expect(this.page.locator('[role=gridcell]:focus')).toHaveCount(1)

  /** Opens a list with its filter, as a link of the console does, and waits for so many rows, which have the keys then. */
  async show(id: PageId, line: string, rows: number): Promise<void> {
    const href = `${pages[id]}?q=${encodeURIComponent(line)}`
    await this.page.evaluate((to) => history.pushState(null, '', to), href)
    await expect(this.rows).toHaveCount(rows)
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0)
    if (rows > 0) await this.#hasKeys()
  }

  /** Puts a filter in force by its line, and waits for so many rows, which have the keys then. */
  async filter(line: string, rows: number): Promise<void> {
    await this.ask(line)
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(this.rows).toHaveCount(rows)
    await expect(this.#line).not.toBeFocused()
  }

  get #line(): Locator {
    return this.page.getByRole('search').getByRole('combobox')
  }

  /** Has keys open a dialog of a page. */
  async opens(keys: string, name: string): Promise<void> {
    await this.press(keys)
    await expect(this.page.getByRole('dialog', { name, exact: true })).toBeVisible()
  }

  /** Types a filter into its line. */
  async ask(line: string): Promise<void> {
    await this.press('/')
    await expect(this.#line).toBeFocused()
    await this.press('mod+a Delete')
    await expect(this.#line).toHaveValue('')
    // as it is pasted: what is suggested letter by letter is looked at where it is meant
    await this.page.keyboard.insertText(line)
    await expect(this.#line).toHaveValue(line)
    await this.press('Enter')
  }

  /** Marks the first `count` rows, from the top. */
  async mark(count: number): Promise<void> {
    await this.press('g g x')
    for (let i = 1; i < count; i++) await this.press('j x')
    await expect(this.marked).toHaveCount(count)
  }

  /** Opens the palette and types into it. */
  async search(text: string): Promise<void> {
    await this.press('mod+k')
    await expect(this.dialog.getByRole('combobox')).toBeFocused()
    await this.type(text)
    await expect(this.dialog.getByRole('combobox')).toHaveValue(text)
    await this.#after(youngMs)
  }

  /** Lets time pass as the page counts it: a reader's, not a machine's. */
  async #after(ms: number): Promise<void> {
    const seen = await this.page.evaluate(() => performance.now())
    await this.page.waitForFunction((until) => performance.now() > until, seen + ms)
  }

  /** Waits until the palette asks for something by that name, in its line or in its form. */
  asked = (name: string): Promise<void> => {
    const named = { name, exact: true }
    const [line, field] = [this.dialog.getByRole('combobox', named), this.dialog.getByRole('textbox', named)]
    return expect(line.or(field)).toBeFocused()
  }

  /** What Enter would choose in the palette. */
  get hit(): Locator {
    return this.dialog.getByRole('option', { selected: true })
  }

  /** Moves down in the palette to what is to be chosen. */
  async reach(text: RegExp): Promise<void> {
    for (let times = 0; times < stepsMax; times++) {
      if (text.test((await this.hit.textContent()) ?? '')) return
      await this.press('ArrowDown')
    }
    await expect(this.hit).toHaveText(text)
  }

  /**
   * Records from now on every text that the cells of some rows show (MutationObserver), so that a short-lived state is
   * not missed. Answers how to wait until each row has shown a text.
   */
  async note(ids: readonly string[]): Promise<(text: string) => Promise<void>> {
    const notes = await this.page.evaluateHandle((all) => {
      const said = new Map(all.map((id) => [id, new Set<string>()]))
      const look = () => {
        for (const [id, texts] of said)
          for (const cell of document.querySelectorAll(`[row-id="${id}"] [role=gridcell]`)) texts.add(cell.textContent)
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
      look()
      return said
    }, ids)
    const seen = (text: string) =>
      notes.evaluate((said, wanted) => [...said.values()].every((texts) => texts.has(wanted)), text)
    return (text) => expect.poll(() => seen(text)).toBe(true)
  }

  /** How many rows a review or a result counts under a heading, then what it says beside that. */
  counted = (heading: string | RegExp): Locator =>
    this.dialog.locator('dl > div').filter({ hasText: heading }).getByRole('definition')

  /** Reads the review that is in front, for as long as its button is not heard. Answers the button. */
  async read(button: string | RegExp): Promise<Locator> {
    const accept = this.dialog.getByRole('button', { name: button })
    await expect(accept).toBeVisible()
    await this.#after(unreadMs)
    return accept
  }

  /** Step-up: proves by the password that it is still them. */
  async prove(): Promise<void> {
    await expect(this.dialog.last()).toContainText('Confirm that it is you')
    this.hasProved = true
    await this.type(demoPassword)
    await this.press('Enter')
  }

  /** Reads the review that is in front, reaches its button and presses it, `times` in a row. */
  async confirm(button: string | RegExp, times = 1): Promise<void> {
    const accept = await this.read(button)
    await expect(this.dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
    await this.press('Tab')
    await expect(accept).toBeFocused()
    for (let i = 0; i < times; i++) await this.press('Enter')
  }
}
