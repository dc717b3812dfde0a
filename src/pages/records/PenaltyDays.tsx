import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { PenaltyDay, plans } from '#contract/plans.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { Panel } from '#src/ui/Panel.tsx'

const fields = fieldsOf(PenaltyDay)

/** What an instalment was charged for each day past due, at which rate, and what it came to by then. */
export function PenaltyDays({ planId, period }: { planId: IdOf<'plan'>; period: string }) {
  const { text } = useText()
  const answer = useCall(plans.penalties, { id: planId })
  const title = `${text('plans.penalties')} ${period}`
  return (
    <Panel title={title}>
      <QueryResult query={answer}>
        {({ days }) => (
          <RowTable
            empty={text('plans.noPenalties')}
            name={title}
            noun="plans"
            fields={fields}
            rows={days}
            id={({ date }) => date}
            show={['date', 'overdueDays', 'rate', 'penalty', 'sum', 'capped']}
          />
        )}
      </QueryResult>
    </Panel>
  )
}
