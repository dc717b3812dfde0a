import { text } from '#src/locale/text.ts'
import { columnLimits } from '../model/column-limits.ts'
import type { GridModel } from '../model/grid-model.ts'
import { markColumn } from '../model/layout.ts'
import { isMarked, markCount } from '../model/selection.ts'
import styles from './Table.module.css'

const rowsDrawn = '.ag-row:not(.ag-row-pinned)'

/** What rows and headers show beyond what AG Grid knows: what is marked, what matches no longer, the order. */
export class RowClasses {
  readonly #model: GridModel
  readonly #root: HTMLElement
  /** AG Grid shows another row in the place of one a moment after it was given: that is when it is painted. */
  readonly #others = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target instanceof HTMLElement && target.matches(rowsDrawn)) this.paintRow(target)
    }
  })

  constructor(model: GridModel, root: HTMLElement) {
    this.#model = model
    this.#root = root
  }

  start(): void {
    this.#others.observe(this.#root, { subtree: true, attributeFilter: ['row-id'] })
    // AG Grid says so only of a selection of its own
    const grid = this.#root.querySelector('[role=grid]')
    if (this.#model.tree) grid?.setAttribute('role', 'treegrid')
    grid?.setAttribute('aria-multiselectable', 'true')
    grid?.setAttribute('aria-label', text(`menu.${this.#model.grid.page}`))
  }

  stop(): void {
    this.#others.disconnect()
  }

  paint(): void {
    for (const row of this.#root.querySelectorAll<HTMLElement>(rowsDrawn)) this.paintRow(row)
    for (const head of this.#root.querySelectorAll<HTMLElement>('[role=columnheader]')) this.#paintHead(head)
  }

  #paintHead(head: HTMLElement): void {
    const { marks, count, applied } = this.#model.state
    const column = head.getAttribute('col-id')
    if (column === markColumn) {
      const marked = markCount(marks)
      head.dataset.marked = marked === 0 ? 'none' : marked === count ? 'all' : 'some'
    }
    const order = applied.query.sort.find(({ field }) => field === column)
    head.ariaSort = order ? (order.descending ? 'descending' : 'ascending') : null
    const limits = columnLimits(this.#model, column)
    head.title = limits.map((limit) => text(limit)).join(' · ')
    head.ariaDescription = head.title || null
    head.classList.toggle(styles.unsortable!, limits.includes('grid.notSortable'))
    head.classList.toggle(styles.unfilterable!, limits.includes('grid.notFilterable'))
  }

  /** Shows of one row whether it is marked, and whether it matches no longer. */
  paintRow(row: HTMLElement): void {
    const id = row.getAttribute('row-id')
    const marked = id !== null && isMarked(this.#model.state.marks, id)
    row.classList.toggle(styles.marked!, marked)
    row.classList.toggle(styles.gone!, id !== null && this.#model.gone.has(id))
    row.ariaSelected = String(marked)
    this.#paintNode(row, id)
  }

  /** Shows where a row of a tree stands, and whether what is below it is shown. */
  #paintNode(row: HTMLElement, id: string | null): void {
    const { tree } = this.#model
    if (!tree) return
    const node = id === null ? undefined : tree.nodeOf(id)
    row.ariaLevel = node ? String(node.level) : null
    row.ariaExpanded = node?.isBranch ? String(tree.isOpen(node.row.id)) : null
    row.style.setProperty('--tree-level', node ? String(node.level) : null)
  }
}
