import type { CellClassParams, ColDef } from 'ag-grid-community'
import type { Field, Kind } from '#contract/kernel/field.ts'
import { tonesOf } from '#src/locale/choices.ts'
import { text } from '#src/locale/text.ts'
import type { Column, Grid } from '../define.ts'
import { cellText, isSparse } from '../model/cell-text.ts'
import type { GridModel } from '../model/grid-model.ts'
import { markColumn, markWidth, widthMin } from '../model/layout.ts'
import type { Row } from '../model/pages.ts'
import { headerText } from './column-widths.ts'
import { hasLang, langCellOf } from './lang-cell.ts'
import styles from './Table.module.css'

const [right, prose]: readonly (readonly Kind[])[] = [
  ['money', 'count', 'rate'],
  ['name', 'text', 'ref', 'tags'],
]

/** Whether its words say how urgent they are: then a square of their colour stands before them. */
const hasTones = (field: Field): boolean => Object.keys(tonesOf(field)).length > 0

const classOf = (field: Field): string => {
  const { kind } = field
  if (kind === 'choice') return hasTones(field) ? styles.choice! : styles.prose!
  if (right!.includes(kind)) return styles.number!
  return prose!.includes(kind) ? styles.prose! : ''
}

/** The tone of a cell: of a word what it says, of a number whether it alarms. */
function toneOf(tones: ReturnType<typeof tonesOf>, { alarm }: Column, value: unknown): string | undefined {
  if (!alarm) return tones[String(value)]
  const [warn, bad] = alarm
  const count = Number(value)
  return count >= bad ? 'bad' : count >= warn ? 'warn' : undefined
}

/** Codes that have a rule in the style sheet already. */
const codesWithRule = new Set<number>()
const codeRules = new CSSStyleSheet()

/**
 * The class of cells that show a code before their word, in quiet ink: one rule for each code, written when it is met. A
 * style of the cell would say the same, but React renders a cell that has one twice.
 */
function codeClass(code: number): string {
  if (codesWithRule.size === 0) document.adoptedStyleSheets.push(codeRules)
  if (!codesWithRule.has(code)) codeRules.insertRule(`.code-${code}::before { content: '${code}\u00a0' }`)
  codesWithRule.add(code)
  return `code-${code}`
}

/** Classes of a cell by its value: no more than this is done per cell. */
function classesOf(field: Field, column: Column): (cell: CellClassParams<Row>) => string[] {
  const [own, tones] = [classOf(field), tonesOf(field)]
  return ({ value }) => {
    const tone = value === null || value === undefined ? undefined : toneOf(tones, column, value)
    const classes = tone ? [own, styles[tone]!] : [own]
    return field.kind === 'choice' && typeof value === 'number' ? [...classes, styles.code!, codeClass(value)] : classes
  }
}

/** What columns need to know of the screen they are on. */
export interface ColumnContext {
  /** Whether the amounts of a field leave room for decimals. */
  readonly aligned: (field: string) => boolean
  readonly widthOf: (column: Column) => number
}

/** One column, with formatters only: whatever is drawn by a component takes half of the frames while scrolling. */
function columnDef(model: GridModel, column: Column, { aligned, widthOf }: ColumnContext): ColDef<Row> {
  const field = model.listing.fields.find(({ name }) => name === column.field)!
  const look = { sparse: isSparse(column) }
  const [plain, padded] = [cellText(field, look), cellText(field, { ...look, aligned: true })]
  const link = opensFrom(model.grid, field.name) ? [styles.link!] : []
  const own = model.grid.tree?.column === field.name ? [styles.tree!] : link
  const varies = hasTones(field) || column.alarm || field.kind === 'choice'
  return {
    colId: field.name,
    field: field.name,
    headerName: headerText(model.listing, field),
    headerClass: right!.includes(field.kind) ? styles.numberHeader! : '',
    // the word for the totals stands in whichever column is the first
    valueFormatter: ({ value, node }) =>
      node?.rowPinned && typeof value === 'string' ? value : (aligned(field.name) ? padded : plain)(value),
    cellClass: varies ? classesOf(field, column) : [classOf(field), ...own],
    width: widthOf(column),
    minWidth: widthMin,
    ...(hasLang(field) && { cellRenderer: langCellOf(field) }),
    ...(column.grow && { flex: column.grow, minWidth: widthOf(column) }),
  }
}

/**
 * Whether its cells lead to the record of their row, and look so: the column that says which row it is, in a tree the one
 * beside that, which opens branches.
 */
export const opensFrom = ({ open, columns, tree }: Grid, field: string | null): boolean =>
  open !== null && columns.some((column) => column.field === field && (tree ? column.kind === 'id' : column.pin))

const markColumnDef: ColDef<Row> = {
  colId: markColumn,
  width: markWidth,
  pinned: 'left',
  lockPosition: 'left',
  resizable: false,
  suppressMovable: true,
  suppressNavigable: true,
  valueGetter: () => '',
}

/** The columns of a list. */
export const columnDefs = (model: GridModel, columns: ColumnContext): ColDef<Row>[] => [
  { ...markColumnDef, headerName: text('grid.markLoaded'), headerClass: styles.markHeader!, cellClass: styles.mark! },
  ...model.grid.columns.map((column) => columnDef(model, column, columns)),
]
