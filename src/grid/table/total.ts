import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { shownIn } from '../layout.ts'
import type { Row } from '../pages.ts'
import type { Sheet } from '../sheet.ts'

/** The bottom row: what the amounts of everything that matches come to, where they are of one currency. */
export function useTotalRow(sheet: Sheet): Row[] {
  const { text } = useText()
  const { sums, layout } = useSnapshot(sheet.state)
  const [first] = shownIn(layout)
  const name = text('grid.total')
  return useMemo(() => {
    if (!sums || !first) return []
    const single = Object.entries(sums).filter(([, amounts]) => amounts.length === 1)
    return [{ [first]: name, ...Object.fromEntries(single.map(([field, [amount]]) => [field, amount])), id: name }]
  }, [sums, first, name])
}
