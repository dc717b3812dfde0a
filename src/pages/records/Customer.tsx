import type { z } from 'zod'
import { CustomerDetail, customers, customer as subject } from '#contract/customers.ts'
import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { Application } from '#contract/loans/row.ts'
import { useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page, PageHead, Title } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RowTable } from '#src/ui/RowTable.tsx'
import { Value } from '#src/ui/Value.tsx'
import styles from './Record.module.css'
import { Revealed } from './Reveal.tsx'
import { useRecordId } from './useRecordId.ts'

type Detail = z.output<typeof CustomerDetail>
const { basic, cards } = CustomerDetail.shape
const fields = { basic: fieldsOf(basic), cards: fieldsOf(cards.element), loans: fieldsOf(Application) }
const state = subject.fields.find(({ name }) => name === 'state')!

function Head({ customer }: Pick<Detail, 'customer'>) {
  return (
    <PageHead>
      <Title id={customer.id} name={customer.name} />
      <Value of={state} value={customer.state} />
    </PageHead>
  )
}

function Facts({ customer, basic }: Detail) {
  const { text } = useText()
  const { id, phone, pan } = customer
  return (
    <>
      <Panel title={text('customers.detail')}>
        <RowFacts
          noun="customers"
          fields={subject.fields}
          row={customer}
          instead={{
            phone: <Revealed id={id} field="phone" value={phone} />,
            pan: <Revealed id={id} field="pan" value={pan} />,
          }}
          show={['id', 'phone', 'pan', 'kind', 'blacklisted', 'loansDone', 'limit', 'app', 'channel', 'registeredAt']}
        />
      </Panel>
      <Panel title={text('customers.section.basic')}>
        <RowFacts
          noun="customers"
          fields={fields.basic}
          row={basic}
          instead={{ email: <Revealed id={id} field="email" value={basic.email} /> }}
          show={['email', 'birthDate', 'sex', 'education', 'profession', 'employment', 'income', 'address', 'aadhaar']}
        />
      </Panel>
    </>
  )
}

function Tables({ cards, loans: orders }: Detail) {
  const { text } = useText()
  return (
    <>
      <Panel title={text('customers.section.cards')}>
        <RowTable
          name={text('customers.section.cards')}
          noun="cards"
          fields={fields.cards}
          rows={cards}
          id={({ id }) => id}
          show={['holder', 'bank', 'account', 'state', 'boundAt']}
        />
      </Panel>
      <Panel title={text('customers.section.loans')}>
        <RowTable
          name={text('customers.section.loans')}
          noun="loans"
          fields={fields.loans}
          rows={orders}
          id={({ id }) => id}
          leads={may(loans.detail.may) ? ({ id }) => `/detail?id=${id}` : undefined}
          show={['id', 'state', 'amount', 'received', 'dueDate', 'overdueDays', 'appliedAt']}
        />
      </Panel>
    </>
  )
}

function CustomerOf({ id }: { id: string }) {
  // whether it is a customer's, the server knows
  const detail = useCall(customers.detail, { id: id as IdOf<'customer'> }, { quiet: true })
  return (
    <Answered query={detail}>
      {(answer) => (
        <Page>
          <Head customer={answer.customer} />
          <div className={styles.facts}>
            <Facts {...answer} />
          </div>
          <div className={styles.tables}>
            <Tables {...answer} />
          </div>
        </Page>
      )}
    </Answered>
  )
}

/** Everything that may be seen of a customer; what is masked is shown to whoever may, for a reason. */
export function CustomerPage() {
  const { text } = useText()
  const id = useRecordId()
  return id ? <CustomerOf id={id} /> : <Notice page tone="warn" title={text('overview.noRecord')} />
}
