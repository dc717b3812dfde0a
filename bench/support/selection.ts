import { type Figure, quantile, repeats } from '../harness.ts'
import { bookLoans } from './book.ts'
import { type BrowserSession, type KeyPress, press } from './browser.ts'

const excludedCount = 50

/** Latency of selecting all rows (`a a`), deselecting some, and scrolling with everything selected. */
export async function measureSelection(looking: BrowserSession): Promise<Figure[]> {
  const { page } = looking
  const [all, excluded, scrolled, unmarked]: [KeyPress[], KeyPress[][], KeyPress[], KeyPress[]] = [[], [], [], []]
  for (let i = 0; i < repeats; i++) {
    await page.keyboard.press('a')
    all.push(await press(looking, 'a'))
    const presses: KeyPress[] = []
    for (let row = 0; row < excludedCount; row++) {
      presses.push(await press(looking, 'x'))
      await page.keyboard.press('j')
    }
    excluded.push(presses)
    scrolled.push(await press(looking, 'PageDown'))
    await page.keyboard.press('Escape')
    unmarked.push(await press(looking, 'PageDown'))
  }
  const figures = (what: string, of: (name: keyof KeyPress) => number[]): Figure[] => [
    { what: `${what}, key → paint`, unit: 'ms', samples: of('painted'), budget: { most: 50 } },
    { what: `${what}, work of the page`, unit: 'ms', samples: of('work') },
  ]
  const p95Of = (name: keyof KeyPress) =>
    excluded.map((presses) =>
      quantile(
        presses.map((one) => one[name]),
        0.95,
      ),
    )
  return [
    ...figures(`mark all ${bookLoans.toLocaleString('en')}`, (name) => all.map((one) => one[name])),
    ...figures(`take ${excludedCount} of them out, p95`, p95Of),
    ...figures('scroll a page with all marked', (name) => scrolled.map((one) => one[name])).map((figure, i) => {
      const samples = unmarked.map((one) => one[i === 0 ? 'painted' : 'work'])
      return { ...figure, control: { what: 'with nothing marked', samples } }
    }),
  ]
}
