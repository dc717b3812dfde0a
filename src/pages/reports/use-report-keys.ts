import { useEffect } from 'react'
import { nounOf } from '#src/call/call.ts'
import { type GridKey, gridKeys } from '#src/keyboard/default-shortcuts.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import { digitOf } from '#src/keyboard/shortcut.ts'
import { may } from '#src/session/base/session.ts'
import { clearStatusLine, type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'
import { chartSelector } from './ReportTrend.tsx'
import { headingOf } from './report-cells.ts'
import { hasTrend, rowLabel } from './report-rows.ts'
import type { ReportActions } from './use-active-report.ts'
import type { ReportState, ShownReport } from './use-report.ts'
import { hasGrains } from './use-report-address.ts'
import type { ReportCursor } from './use-report-cursor.ts'

const far = 10_000
const page = 10

/** Keys that move the cursor. */
const movingKeys = ({ move, goTo, column }: ReportCursor): KeyBinding[] =>
  (
    [
      ...([
        ['down', 1, 0],
        ['j', 1, 0],
        ['up', -1, 0],
        ['k', -1, 0],
        ['left', 0, -1],
        ['h', 0, -1],
        ['right', 0, 1],
        ['l', 0, 1],
      ] as const),
      ...([
        ['pagedown', page, 0],
        ['pageup', -page, 0],
        ['home', 0, -far],
        ['end', 0, far],
        ['mod+home', -far, 0],
        ['mod+end', far, 0],
      ] as const),
    ] as const
  )
    .map(([keys, rows, columns]): KeyBinding => {
      return { id: 'reports.key.move', keys, repeats: true, run: () => move(rows, columns) }
    })
    .concat({ id: 'reports.key.total', keys: 'G', run: () => goTo(far, column) })

const next = <One>(of: readonly One[], one: One): One => of[(of.indexOf(one) + 1) % of.length]!

const hints: readonly KeyHint[] = [
  { keys: 'enter', label: 'reports.hint.open' },
  { keys: 'shift+enter', label: 'reports.hint.openAll' },
  { keys: 'P', label: 'reports.hint.pivot' },
  { keys: 'm', label: 'reports.hint.grain' },
  { keys: 'w', label: 'reports.hint.asOf' },
  { keys: 'C', label: 'reports.hint.chart' },
  { keys: 's', label: 'reports.hint.sort' },
  { keys: 'E', label: 'reports.hint.export' },
  { keys: '/', label: 'reports.hint.filter' },
]

/** Whether the chart has the focus: its arrows go through time, whose last day is the first row. */
const isOnChart = (): boolean => document.activeElement?.matches(chartSelector) === true

/** Whether keys are the table's: a button or a link that has the focus is pressed by them. */
const isOnCells = (): boolean => document.activeElement?.matches('a, button') !== true

const chartKeys = ({ move }: ReportCursor): KeyBinding[] =>
  (
    [
      ['left', 1, 0],
      ['right', -1, 0],
      ['up', 0, -1],
      ['down', 0, 1],
    ] as const
  ).map(([keys, rows, columns]) => ({ id: 'reports.key.move', keys, repeats: true, run: () => move(rows, columns) }))

/** Keys of what commands do as well. */
const sharedKeys = (shared: ReportActions): KeyBinding[] =>
  Object.entries(shared).flatMap(([id, run]) => gridKeys[id as GridKey].map((keys) => ({ id, keys, run }))) // named after them

/** What keys have done beside moving the cursor. */
interface Acts {
  open(part: 'value' | 'per'): void
  focusFilter(): void
  focusDay(): void
  focusChart(): void
  focusTable(): void
  sort(): void
  exportRows(): void
  /** What commands do as well, by the keys that lists have for it. */
  readonly shared: ReportActions
}

/** Keys of a report, and the line at the bottom that names them. */
export function useReportKeys(
  state: ReportState,
  shown: ShownReport | undefined,
  cursor: ReportCursor,
  { open, focusFilter, focusDay, focusChart, focusTable, sort, exportRows, shared }: Acts,
): void {
  const { declared, address, show } = state
  const { report, views } = declared
  const [mayExport, grained] = [may(report.export.requires), hasGrains(report, address.by)]
  const nextGrain = () => show({ grain: next(report.grains, address.grain) })
  const hasChart = shown !== undefined && hasTrend(report, shown)
  useKeys('record', movingKeys(cursor), { active: () => isOnCells() && !isOnChart() })
  const toTable: KeyBinding = { id: 'reports.key.table', keys: 'escape', run: focusTable }
  useKeys('record', [...chartKeys(cursor), toTable], { active: isOnChart })
  useKeys(
    'record',
    [
      { id: 'reports.hint.open', keys: 'enter', run: () => open('value') },
      { id: 'reports.hint.openAll', keys: 'shift+enter', run: () => open('per') },
    ],
    { active: isOnCells },
  )
  useKeys('record', [
    ...views.flatMap(({ name }, i): KeyBinding[] => {
      const keys = digitOf(i)
      return keys ? [{ id: `${nounOf(report)}.reportView.${name}`, keys, run: () => show({ view: name }) }] : []
    }),
    { id: 'reports.hint.pivot', keys: 'P', run: () => show({ by: next(report.by, address.by) }) },
    ...(grained ? [{ id: 'reports.hint.grain', keys: 'm', run: nextGrain } as const] : []),
    ...(report.known ? [{ id: 'reports.hint.asOf', keys: 'w', run: focusDay } as const] : []),
    { id: 'reports.hint.sort', keys: 's', run: sort },
    { id: 'reports.hint.filter', keys: '/', run: focusFilter },
    { id: 'reports.hint.chart', keys: 'C', run: focusChart },
    ...(mayExport ? [{ id: 'reports.hint.export', keys: 'E', run: exportRows } as const] : []),
    ...sharedKeys(shared),
  ])
  const row = shown && rowLabel(declared, shown, shown.answer.rows[cursor.row])
  const left = row ? `${headingOf(report, cursor.at.name)} · ${row}` : ''
  useEffect(() => {
    const unusable = [
      ...(report.known ? [] : ['w']),
      ...(grained ? [] : ['m']),
      ...(mayExport ? [] : ['E']),
      ...(hasChart ? [] : ['C']),
    ]
    const usable = hints.filter(({ keys }) => !unusable.includes(keys))
    Object.assign(statusLine, { mode: 'NORMAL', left, hints: usable })
  }, [left, report, mayExport, hasChart, grained])
  useEffect(() => clearStatusLine, [])
}
