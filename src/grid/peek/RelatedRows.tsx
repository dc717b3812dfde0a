import { useMemo } from 'react'
import type { z } from 'zod'
import { fieldsOf } from '#contract/kernel/field.ts'
import { nounOf } from '#src/call/call.ts'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import type { Grid } from '../define.ts'
import type { Row } from '../model/pages.ts'
import { useDebounced } from './use-timeline.ts'

interface Props {
  readonly table: NonNullable<Grid['table']>
  readonly row: Row
}

/** The rows that belong to a record; nothing where there are none, or while they are not known. */
export function RelatedRows({ table: { of: parts, id }, row }: Props) {
  const { text } = useText()
  const now = String(row[id])
  const settled = useDebounced(now)
  const { data } = useCall(parts.of, { id: settled })
  const element = parts.of.output.shape[parts.rows] as z.ZodArray<z.ZodObject> // as `parts` has been declared
  const fields = useMemo(() => fieldsOf(element.element), [element])
  const rows = settled === now ? ((data?.[parts.rows] ?? []) as Row[]) : [] // as its schema says
  if (rows.length === 0) return null
  const [first] = parts.show
  return (
    <section>
      <h3>{text(parts.of.id)}</h3>
      <RowTable
        name={text(parts.of.id)}
        noun={nounOf(parts.of)}
        fields={fields}
        rows={rows}
        id={(one) => String(one[first!])}
        show={parts.show}
      />
    </section>
  )
}
