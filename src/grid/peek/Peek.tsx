import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { nounOf } from '#src/call/call.ts'
import { useText, worded } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { Facts } from '#src/ui/Facts.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Timeline } from '#src/ui/Timeline.tsx'
import { Value } from '#src/ui/Value.tsx'
import { toRows } from '../focus.ts'
import type { Row } from '../pages.ts'
import type { Sheet } from '../sheet.ts'
import { Belonging } from './Belonging.tsx'
import { stateOf, type Telling, useSteps } from './history.ts'
import styles from './Peek.module.css'

/** The row under the cursor; renders again when the cursor moves or the row changes. */
function useRow(sheet: Sheet): Row | undefined {
  const { row } = useSnapshot(sheet.cursor)
  const { turn } = useSnapshot(sheet.state)
  return turn >= 0 ? sheet.pages.rowAt(row) : undefined
}

/** Fields that say which record it is and how it stands; they head the panel. */
function headOf({ listing, grid }: Sheet) {
  // the id that leads the list: other ids not every row has
  const id = grid.columns.find(({ kind, pin }) => kind === 'id' && pin)?.field ?? 'id'
  const state = grid.columns.find(({ kind }) => kind === 'choice')?.field
  const field = (name?: string) => listing.fields.find((one) => one.name === name)
  return { id, state: field(state) }
}

/** What happened to the record, newest first. */
function History({ sheet, timeline, row }: { sheet: Sheet; timeline: Telling; row: Row }) {
  const { text } = useText()
  const steps = useSteps(sheet, timeline, row)
  const of = useMemo(() => stateOf(timeline), [timeline])
  const noun = nounOf(timeline.of)
  if (!steps) return null
  const happenings = steps.toReversed().map(({ at, from, to, event, actor, reason }, i) => ({
    id: `${steps.length - i}`,
    at,
    tone: from === to ? undefined : of.tones?.[to],
    // what left the state as it was is told by what was done
    what: from === to ? worded(`${noun}.event`, event) : <Value of={of} value={to} />,
    detail: [worded(`${noun}.actor`, actor), reason].filter(Boolean).join(' · '),
  }))
  return (
    <section aria-label={text('grid.history')}>
      <Timeline happenings={happenings} />
    </section>
  )
}

/** Everything the list knows of a row. */
function Known({ sheet, row }: { sheet: Sheet; row: Row }) {
  const { say } = useText()
  const { listing, grid } = sheet
  const { id, state } = headOf(sheet)
  const noun = nounOf(listing)
  const facts = listing.fields.filter(
    ({ name }) => name !== id && name !== state?.name && name !== 'version' && row[name] !== null,
  )
  const { timeline, table } = grid
  return (
    <>
      <h2>{String(row[id])}</h2>
      {state && <Value of={state} value={row[state.name]} />}
      <Facts
        facts={facts.map((field) => [
          say(`${noun}.${field.name}`),
          <Value key={field.name} of={field} value={row[field.name]} />,
        ])}
      />
      {timeline && may(timeline.of.may) && <History sheet={sheet} timeline={timeline} row={row} />}
      {table && may(table.of.of.may) && <Belonging table={table} row={row} />}
    </>
  )
}

/** A look at the row under the cursor, beside the list. It follows the cursor. */
export function Peek({ sheet }: { sheet: Sheet }) {
  const { text } = useText()
  const row = useRow(sheet)
  const close = () => {
    sheet.state.peek = false
    toRows(sheet)
  }
  return (
    <aside className={styles.peek} aria-label={text('grid.peek')}>
      <IconButton label={text('grid.closePeek')} keys="escape" className={styles.close} onClick={close}>
        ×
      </IconButton>
      {row ? <Known sheet={sheet} row={row} /> : <p className={styles.none}>{text('grid.nothingThere')}</p>}
    </aside>
  )
}
