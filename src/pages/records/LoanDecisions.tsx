import { fieldsOf } from '#contract/kernel/field.ts'
import { LoanDetail } from '#contract/loans/detail.ts'
import { useText } from '#src/locale/text.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { RowTable } from '#src/ui/RowTable.tsx'

const { element } = LoanDetail.shape.decisions
const { trace } = element.shape
const fields = { decisions: fieldsOf(element.omit({ trace: true })), trace: fieldsOf(trace.element) }

/** Who or what has decided on an order, and what the rules looked at the last time. */
export function LoanDecisions({ decisions }: Pick<LoanDetail, 'decisions'>) {
  const { text, word } = useText()
  const traced = decisions.findLast((decision) => decision.trace.length > 0)
  return (
    <>
      <Panel title={text('loans.section.decisions')}>
        <RowTable
          empty="–"
          name={text('loans.section.decisions')}
          noun="loans"
          fields={fields.decisions}
          rows={decisions}
          id={({ id }) => String(id)}
          show={['outcome', 'code', 'remark', 'decidedBy', 'at']}
        />
      </Panel>
      {traced && (
        <Panel title={text('loans.section.trace')}>
          <RowTable
            empty="–"
            name={text('loans.section.trace')}
            noun="loans"
            fields={fields.trace}
            rows={traced.trace.map((step) => ({ ...step, rule: word('loans.rule', step.rule) }))}
            id={({ rule }) => rule}
            show={['rule', 'value', 'hit']}
          />
        </Panel>
      )}
    </>
  )
}
