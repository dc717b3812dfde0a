import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Field } from '#contract/kernel/field.ts'
import { nounOf } from '#src/call/call.ts'
import { tonesOf } from '#src/locale/choices.ts'
import { useText, worded } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import { Timeline } from '#src/ui/data/Timeline.tsx'
import { Value } from '#src/ui/data/Value.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { focusRows } from '../actions/focus.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { Row } from '../model/pages.ts'
import { stateFieldOf } from '../model/state-field.ts'
import styles from './Peek.module.css'
import { RelatedRows } from './RelatedRows.tsx'
import { factsOf } from './row-facts.ts'
import { byWhom, type TimelineSource, timelineStateField, useTimeline } from './use-timeline.ts'
import { useWholeRow } from './use-whole-row.ts'

/** The row under the cursor; renders again when the cursor moves or the row changes. */
function useRow(model: GridModel): Row | undefined {
  const { row } = useSnapshot(model.cursor)
  const { revision } = useSnapshot(model.state)
  return useWholeRow(model, revision >= 0 ? model.pages.rowAt(row) : undefined)
}

/** Fields that say which record it is and how it stands; they head the panel. */
function headOf({ listing, grid }: GridModel) {
  // the id that leads the list: other ids not every row has
  const id = grid.columns.find(({ kind, pin }) => kind === 'id' && pin)?.field ?? 'id'
  return { id, state: stateFieldOf({ columns: grid.columns, listing }) }
}

/** What happened to the record, newest first. */
function RowTimeline({ model, timeline, row }: { model: GridModel; timeline: TimelineSource; row: Row }) {
  const { text } = useText()
  const steps = useTimeline(model, timeline, row)
  const of = useMemo(() => timelineStateField(timeline), [timeline])
  const noun = nounOf(timeline.of)
  if (!steps) return null
  const happenings = steps.toReversed().map(({ at, from, to, event, actor, reason }, i) => ({
    id: `${steps.length - i}`,
    at,
    tone: from === to ? undefined : tonesOf(of)[to],
    // what left the state as it was is told by what was done
    what: from === to ? worded(`${noun}.event`, event) : <Value of={of} value={to} />,
    detail: byWhom({ actor, reason }),
  }))
  return (
    <section aria-label={text('grid.history')}>
      <Timeline happenings={happenings} />
    </section>
  )
}

/** Facts that stand there without asking: more are not taken in at a glance. */
const factsMax = 7

function Facts({ noun, facts, row }: { noun: string; facts: readonly Field[]; row: Row }) {
  const { say } = useText()
  return (
    <DescriptionList
      facts={facts.map((field) => [
        say(`${noun}.${field.name}`),
        <Value key={field.name} of={field} value={row[field.name]} />,
      ])}
    />
  )
}

/** Everything the list knows of a row: seven facts, the rest when somebody asks. */
function RowDetails({ model, row }: { model: GridModel; row: Row }) {
  const { say } = useText()
  const { listing, grid } = model
  const { id, state } = headOf(model)
  const noun = nounOf(listing)
  const facts = factsOf(model, row, [id, state?.name])
  const more = facts.slice(factsMax)
  const { timeline, table } = grid
  return (
    <>
      <h2>{String(row[id])}</h2>
      {state && <Value of={state} value={row[state.name]} />}
      <Facts noun={noun} facts={facts.slice(0, factsMax)} row={row} />
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>{say('grid.moreFacts', { count: more.length })}</summary>
          <Facts noun={noun} facts={more} row={row} />
        </details>
      )}
      {timeline && may(timeline.of.requires) && <RowTimeline model={model} timeline={timeline} row={row} />}
      {table && may(table.of.of.requires) && <RelatedRows table={table} row={row} />}
    </>
  )
}

/** Preview panel of the row under the cursor, beside the list. It follows the cursor. */
export function Peek({ model }: { model: GridModel }) {
  const { text } = useText()
  const row = useRow(model)
  const close = () => {
    model.state.peek = false
    focusRows(model)
  }
  return (
    // keys are the rows' again once the pointer has done its work in here
    <aside
      className={styles.peek}
      aria-label={text('grid.peek')}
      onClick={({ detail }) => detail > 0 && focusRows(model)}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <IconButton label={text('grid.closePeek')} keys="escape" className={styles.close} onClick={close}>
        ×
      </IconButton>
      {row ? <RowDetails model={model} row={row} /> : <p className={styles.none}>{text('grid.nothingThere')}</p>}
    </aside>
  )
}
