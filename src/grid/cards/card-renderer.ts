import type { Cursor } from '../model/cursor.ts'
import type { GridModel } from '../model/grid-model.ts'
import { blockSize } from '../model/pages.ts'
import type { RowsRenderer } from '../model/rows-renderer.ts'

/** A scroller of cards as the surface of a list. React draws them; they follow the list's state by themselves. */
export class CardRenderer implements RowsRenderer {
  readonly #model: GridModel
  readonly #scroller: HTMLElement
  readonly #height: number

  constructor(model: GridModel, scroller: HTMLElement, height: number) {
    this.#model = model
    this.#scroller = scroller
    this.#height = height
  }

  get visibleRange(): readonly [number, number] {
    const { scrollTop, clientHeight } = this.#scroller
    return [Math.floor(scrollTop / this.#height), Math.floor((scrollTop + clientHeight) / this.#height)]
  }

  showCursor({ row }: Cursor): boolean {
    const [first, last] = this.visibleRange
    if (row < first || row >= last) this.#scroller.scrollTop = row * this.#height
    return true
  }

  scrollTo(row: number): void {
    this.#scroller.scrollTop = row * this.#height
  }

  reload(again: boolean): void {
    if (!again) this.#scroller.scrollTop = 0
    this.fetchVisible()
  }

  fetchVisible(): void {
    const { pages } = this.#model
    const [first, last] = this.visibleRange
    pages.setVisibleRange(first, last)
    const blocks = new Set([first, last].map((place) => Math.floor(place / blockSize)))
    // what goes wrong is kept, and said by the list
    for (const block of blocks) if (pages.isMissing(block)) pages.fetchBlock(block).catch(() => {})
  }

  // drawn anew with every change of the state
  paint(): void {}
  patch(): void {}
  rowCountChanged(): void {}
  applyLayout(): void {}
}
