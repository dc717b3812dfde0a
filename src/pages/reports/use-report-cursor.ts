import { useState } from 'react'
import { clampPlace } from '#src/grid/model/cursor.ts'
import type { CellAt, ShownReport } from './use-report.ts'

/** Cursor of a report: the cell that is looked at. It stays on its row and measure where others come. */
export function useReportCursor(shown: ShownReport | undefined) {
  const [at, setAt] = useState<CellAt | null>(null)
  const { measures = [] } = shown ?? {}
  // the totals stand below the rows
  const values = [...(shown?.answer.rows ?? []).map(({ value }): string | null | undefined => value), undefined]
  const row = Math.max(0, at ? values.indexOf(at.value) : 0)
  const column = Math.max(0, at ? measures.indexOf(at.name) : 0)
  const goTo = (toRow: number, toColumn: number) => {
    const value = values[clampPlace(toRow, values.length)]
    setAt({ value, name: measures[clampPlace(toColumn, measures.length)]! })
  }
  return {
    ...{ row, column, goTo },
    at: { value: values[row], name: measures[column]! } satisfies CellAt,
    move: (rows: number, columns: number) => goTo(row + rows, column + columns),
  }
}
export type ReportCursor = ReturnType<typeof useReportCursor>
