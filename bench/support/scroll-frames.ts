import { type Figure, interleaved } from '../harness.ts'
import type { BrowserSession } from './browser.ts'

const [scrollPxPerSecond, scrollMs] = [2_000, 3_000]
/**
 * What the screen shows sixty times a second; a frame that comes after half as long again was preceded by a lost one.
 */
const frameMs = 1_000 / 60

interface ScrollResult {
  readonly droppedPercent: number
  readonly blankPercent: number
}

/** Scrolls at an even pace. Answers how many frames were dropped, and how many rows in sight were blank. */
async function scroll({ page }: BrowserSession): Promise<ScrollResult> {
  await page.bringToFront()
  const { frames, blank, cells } = await page.evaluate(
    ([pace, ms]) =>
      new Promise<{ frames: number[]; blank: number; cells: number }>((resolve) => {
        const viewport = document.querySelector('.ag-grid-viewport')!
        viewport.scrollTop = 0
        const seen = { frames: [] as number[], blank: 0, cells: 0 }
        const { top, bottom } = viewport.getBoundingClientRect()
        const begun = performance.now()
        let last = begun
        const frame = (now: number) => {
          seen.frames.push(now - last)
          last = now
          viewport.scrollTop = ((now - begun) / 1_000) * pace
          const shown = [...viewport.querySelectorAll('.ag-row')].filter((row) => {
            const box = row.getBoundingClientRect()
            return box.bottom > top && box.top < bottom
          })
          seen.cells += shown.length
          seen.blank += shown.filter((row) => !row.querySelector('[col-id=id]')?.textContent).length
          if (now - begun < ms) requestAnimationFrame(frame)
          else resolve(seen)
        }
        requestAnimationFrame(frame)
      }),
    [scrollPxPerSecond, scrollMs] as const,
  )
  const due = frames.reduce((all, ms) => all + ms, 0) / frameMs
  return { droppedPercent: Math.max(0, 1 - frames.length / due) * 100, blankPercent: (blank / cells) * 100 }
}

/** Dropped frames and blank rows while the console's list scrolls, beside the bare grid. */
export async function measureScroll(ours: BrowserSession, bare: BrowserSession): Promise<Figure[]> {
  const runs = await interleaved({ ours: () => scroll(ours), bare: () => scroll(bare) })
  const beside = (of: keyof ScrollResult) => ({
    samples: runs.ours.map((one) => one[of]),
    control: { what: 'bare AgGridReact', samples: runs.bare.map((one) => one[of]) },
  })
  const what = `scroll at ${scrollPxPerSecond.toLocaleString('en')} px/s`
  return [
    { what: `${what}, frames lost`, unit: '%', ...beside('droppedPercent'), budget: { most: 5 } },
    { what: `${what}, rows in sight without content`, unit: '%', ...beside('blankPercent'), budget: { most: 10 } },
  ]
}
