import { fieldsOf } from '#contract/kernel/field.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { LoanDetail } from '#contract/loans/detail.ts'
import { useText } from '#src/locale/text.ts'
import { TablePanel } from './RecordPanels.tsx'
import { useFound } from './use-found.ts'

const { element } = LoanDetail.shape.decisions
const { trace } = element.shape
const fields = { decisions: fieldsOf(element.omit({ trace: true })), trace: fieldsOf(trace.element) }

/** Who or what has decided on an order, and what the rules looked at the last time. */
export function LoanDecisions({ decisions, currency }: Pick<LoanDetail, 'decisions'> & { currency: Currency }) {
  const { text, word } = useText()
  const found = useFound(currency)
  const traced = decisions.findLast((decision) => decision.trace.length > 0)
  return (
    <>
      <TablePanel
        title={text('loans.section.decisions')}
        noun="loans"
        fields={fields.decisions}
        rows={decisions}
        id={({ id }) => String(id)}
        show={['outcome', 'code', 'remark', 'decidedBy', 'at']}
      />
      {traced && (
        <TablePanel
          title={text('loans.section.trace')}
          noun="loans"
          fields={fields.trace}
          rows={traced.trace.map((step) => ({ ...step, rule: word('loans.rule', step.rule), value: found(step) }))}
          id={({ rule }) => rule}
          show={['rule', 'value', 'hit']}
        />
      )}
    </>
  )
}
