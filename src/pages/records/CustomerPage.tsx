import type { z } from 'zod'
import { CustomerDetail, customers, customer as subject } from '#contract/customers.ts'
import { fieldsOf } from '#contract/kernel/field.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { Application, loan } from '#contract/loans/row.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { MaskedField } from './MaskedField.tsx'
import styles from './Record.module.css'
import { RecordPage } from './RecordPage.tsx'
import { DescriptionPanel, TablePanel } from './RecordPanels.tsx'

type Detail = z.output<typeof CustomerDetail>
const { basic, cards } = CustomerDetail.shape
const fields = { basic: fieldsOf(basic), cards: fieldsOf(cards.element), loans: fieldsOf(Application) }

function Facts({ customer, basic }: Detail) {
  const { text } = useText()
  const { id, phone, pan } = customer
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        title={text('customers.detail')}
        noun="customers"
        fields={subject.fields}
        row={customer}
        instead={{
          phone: <MaskedField id={id} field="phone" value={phone} />,
          pan: <MaskedField id={id} field="pan" value={pan} />,
        }}
        show={['id', 'phone', 'pan', 'kind', 'blacklisted', 'loansDone', 'limit', 'app', 'channel', 'registeredAt']}
      />
      <DescriptionPanel
        title={text('customers.section.basic')}
        noun="customers"
        fields={fields.basic}
        row={basic}
        instead={{ email: <MaskedField id={id} field="email" value={basic.email} /> }}
        show={['email', 'birthDate', 'sex', 'education', 'profession', 'employment', 'income', 'address', 'aadhaar']}
      />
    </div>
  )
}

function Tables({ cards, loans: orders }: Detail) {
  const { text } = useText()
  return (
    <div className={styles.tables}>
      <TablePanel
        title={text('customers.section.cards')}
        noun="cards"
        fields={fields.cards}
        rows={cards}
        id={({ id }) => id}
        show={['holder', 'bank', 'account', 'state', 'boundAt']}
      />
      <TablePanel
        title={text('customers.section.loans')}
        noun="loans"
        fields={fields.loans}
        rows={orders}
        id={({ id }) => id}
        leads={may(loans.detail.requires) ? ({ id }) => recordPath(loan, id) : undefined}
        show={['id', 'state', 'amount', 'received', 'dueDate', 'overdueDays', 'appliedAt']}
      />
    </div>
  )
}

/** Everything that may be seen of a customer; what is masked is shown to whoever may, for a reason. */
export const CustomerPage = () => (
  <RecordPage
    endpoint={customers.detail}
    record={({ customer }) => customer}
    fields={subject.fields}
    name={({ name }) => name}
  >
    {(_, detail) => (
      <>
        <Facts {...detail} />
        <Tables {...detail} />
      </>
    )}
  </RecordPage>
)
