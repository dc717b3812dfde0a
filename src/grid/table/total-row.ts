import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import type { GridModel } from '../model/grid-model.ts'
import { shownColumns } from '../model/layout.ts'
import type { Row } from '../model/pages.ts'

/** The bottom row: what everything that matches comes to: amounts of one currency, and numbers. */
export function useTotalRow(model: GridModel): Row[] {
  const { text } = useText()
  const { sums, numbers, layout } = useSnapshot(model.state)
  const [first] = shownColumns(layout)
  const name = text('grid.total')
  return useMemo(() => {
    if (!sums || !first) return []
    const single = Object.entries(sums).filter(([, amounts]) => amounts.length === 1)
    const amounts = Object.fromEntries(single.map(([field, [amount]]) => [field, amount]))
    return [{ ...numbers, [first]: name, ...amounts, id: name }]
  }, [sums, numbers, first, name])
}
