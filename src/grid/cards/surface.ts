import type { Cursor } from '../cursor.ts'
import { blockSize } from '../pages.ts'
import type { Sheet, Surface } from '../sheet.ts'

/** A scroller of cards as the surface of a sheet. React draws them; they follow the sheet's state by themselves. */
export class CardSurface implements Surface {
  readonly #sheet: Sheet
  readonly #scroller: HTMLElement
  readonly #height: number

  constructor(sheet: Sheet, scroller: HTMLElement, height: number) {
    this.#sheet = sheet
    this.#scroller = scroller
    this.#height = height
  }

  get sight(): readonly [number, number] {
    const { scrollTop, clientHeight } = this.#scroller
    return [Math.floor(scrollTop / this.#height), Math.floor((scrollTop + clientHeight) / this.#height)]
  }

  point({ row }: Cursor): boolean {
    const [first, last] = this.sight
    if (row < first || row >= last) this.#scroller.scrollTop = row * this.#height
    return true
  }

  reload(again: boolean): void {
    if (!again) this.#scroller.scrollTop = 0
    this.looked()
  }

  looked(): void {
    const { pages } = this.#sheet
    const [first, last] = this.sight
    pages.sees(first, last)
    const blocks = new Set([first, last].map((place) => Math.floor(place / blockSize)))
    // what goes wrong is kept, and said by the sheet
    for (const block of blocks) if (pages.lacks(block)) pages.want(block).catch(() => {})
  }

  // drawn anew with every change of the state
  paint(): void {}
  patch(): void {}
  counted(): void {}
  layOut(): void {}
}
