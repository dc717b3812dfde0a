import type { ComponentProps, ReactNode } from 'react'
import { RowDescription } from '#src/ui/data/DescriptionList.tsx'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { Panel } from '#src/ui/Panel.tsx'

type DescriptionPanelProps<Row> = ComponentProps<typeof RowDescription<Row>> & {
  readonly title: string
  /** Stands below the fields. */
  readonly children?: ReactNode
}

/** A part of a record page: some fields of a row under a heading. */
export const DescriptionPanel = <Row,>({ title, children, ...row }: DescriptionPanelProps<Row>) => (
  <Panel title={title}>
    <RowDescription {...row} />
    {children}
  </Panel>
)

type TablePanelProps<Row> = Omit<ComponentProps<typeof RowTable<Row>>, 'name'> & { readonly title: string }

/** A part of a record page: rows that belong to the record, under a heading that is the name of their table as well. */
export const TablePanel = <Row,>({ title, ...table }: TablePanelProps<Row>) => (
  <Panel title={title}>
    <RowTable name={title} {...table} />
  </Panel>
)
