import type { CellClassParams, ColDef } from 'ag-grid-community'
import type { Field, Kind } from '#contract/kernel/field.ts'
import { text } from '#src/locale/text.ts'
import { cellText, isSparse } from '../cells.ts'
import type { Column } from '../define.ts'
import { widthMin } from '../layout.ts'
import type { Row } from '../pages.ts'
import type { Sheet } from '../sheet.ts'
import { codeClass } from './codes.ts'
import styles from './Table.module.css'
import { headText } from './widths.ts'

/** The column of marks. */
export const markColumn = 'mark'

const [right, prose]: readonly (readonly Kind[])[] = [
  ['money', 'count', 'rate'],
  ['name', 'text', 'ref', 'tags'],
]

/** Whether its words say how urgent they are: then a square of their colour stands before them. */
const hasTones = ({ tones = {} }: Field): boolean => Object.keys(tones).length > 0

const classOf = (field: Field): string => {
  const { kind } = field
  if (kind === 'choice') return hasTones(field) ? styles.choice! : styles.prose!
  if (right!.includes(kind)) return styles.number!
  return prose!.includes(kind) ? styles.prose! : ''
}

/** The tone of a cell: of a word what it says, of a number whether it alarms. */
function toneOf({ tones = {} }: Field, { alarm }: Column, value: unknown): string | undefined {
  if (!alarm) return tones[String(value)]
  const [warn, bad] = alarm
  const count = Number(value)
  return count >= bad ? 'bad' : count >= warn ? 'warn' : undefined
}

/** Classes of a cell by its value: no more than this is done per cell. */
const classesOf =
  (field: Field, column: Column) =>
  ({ value }: CellClassParams<Row>): string[] => {
    const tone = value === null || value === undefined ? undefined : toneOf(field, column, value)
    const classes = tone ? [classOf(field), styles[tone]!] : [classOf(field)]
    return field.kind === 'choice' && typeof value === 'number' ? [...classes, styles.code!, codeClass(value)] : classes
  }

/** What columns need to know of the screen they are on. */
export interface Columns {
  /** Whether the amounts of a field leave room for decimals. */
  readonly aligned: (field: string) => boolean
  readonly widthOf: (column: Column) => number
}

/** One column, with formatters only: whatever is drawn by a component takes half of the frames while scrolling. */
function columnOf(sheet: Sheet, column: Column, { aligned, widthOf }: Columns): ColDef<Row> {
  const field = sheet.listing.fields.find(({ name }) => name === column.field)!
  const look = { sparse: isSparse(column) }
  const [plain, padded] = [cellText(field, look), cellText(field, { ...look, aligned: true })]
  const varies = hasTones(field) || column.alarm || field.kind === 'choice'
  return {
    colId: field.name,
    field: field.name,
    headerName: headText(sheet.listing, field),
    headerClass: right!.includes(field.kind) ? styles.numberHeader! : '',
    valueFormatter: ({ value }) => (aligned(field.name) ? padded : plain)(value),
    cellClass: varies ? classesOf(field, column) : classOf(field),
    width: widthOf(column),
    minWidth: widthMin,
    ...(column.grow && { flex: column.grow, minWidth: widthOf(column) }),
  }
}

const marks: ColDef<Row> = {
  colId: markColumn,
  width: 40,
  pinned: 'left',
  lockPosition: 'left',
  resizable: false,
  suppressMovable: true,
  suppressNavigable: true,
  valueGetter: () => '',
}

/** The columns of a list. */
export const columnsOf = (sheet: Sheet, columns: Columns): ColDef<Row>[] => [
  { ...marks, headerName: text('grid.markLoaded'), headerClass: styles.markHeader!, cellClass: styles.mark! },
  ...sheet.grid.columns.map((column) => columnOf(sheet, column, columns)),
]
