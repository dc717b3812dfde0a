import type { z } from 'zod'
import { CustomerDetail, customers, customer as subject } from '#contract/customers.ts'
import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { CustomerDevice, KycStepRecord } from '#contract/kyc.ts'
import { loans } from '#contract/loans/calls.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { PicturesPanel } from '../pictures/PicturesPanel.tsx'
import { ContactsTable } from './ContactsTable.tsx'
import { LoanLink } from './LoanLink.tsx'
import { MaskedField } from './MaskedField.tsx'
import styles from './Record.module.css'
import { DescriptionPanel } from './RecordPanels.tsx'

type Id = IdOf<'customer'>
const aadhaarField = fieldsOf(CustomerDetail.pick({ aadhaar: true }))
const fields = {
  basic: [...subject.fields, ...aadhaarField],
  cards: fieldsOf(customers.cards.output.shape.cards.element),
  steps: fieldsOf(KycStepRecord),
  devices: fieldsOf(CustomerDevice),
}

/** Who somebody is, where they live and where they work. */
export function BasicTab({ customer, aadhaar, openLoan }: z.output<typeof CustomerDetail>) {
  const { text } = useText()
  const { id, phone, pan, email } = customer
  const all = { noun: 'customers', fields: fields.basic, row: { ...customer, aadhaar } }
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        title={text('customers.section.account')}
        {...all}
        instead={{ phone: <MaskedField id={id} field="phone" value={phone} /> }}
        show={[
          ...(['id', 'phone', 'state', 'stateReason', 'kind', 'kyc', 'blacklisted', 'app', 'channel'] as const),
          ...(['registeredAt', ...(customer.erasedOn ? (['erasedOn', 'keptUntil'] as const) : [])] as const),
        ]}
      />
      <DescriptionPanel
        title={text('customers.section.basic')}
        {...all}
        instead={{
          pan: <MaskedField id={id} field="pan" value={pan} />,
          email: <MaskedField id={id} field="email" value={email} />,
        }}
        show={['pan', 'aadhaar', 'birthDate', 'age', 'sex', 'maritalStatus', 'children', 'education', 'email']}
      />
      <DescriptionPanel
        title={text('customers.section.home')}
        {...all}
        show={['dwelling', 'address', 'postcode', 'employment', 'profession', 'company', 'companyAddress', 'income']}
      />
      <DescriptionPanel
        title={text('customers.section.lending')}
        {...all}
        show={['limit', 'loansDone', 'openOrder', 'externalRef']}
      >
        {openLoan && (
          <p>
            <LoanLink id={openLoan} /> {may(loans.detail.requires) && <Kbd keys="o" quiet />}
          </p>
        )}
      </DescriptionPanel>
    </div>
  )
}

/** Whom they have named. */
export function ContactsTab({ id }: { readonly id: Id }) {
  const query = useCall(customers.contacts, { id })
  return (
    <QueryResult query={query}>{({ contacts }) => <ContactsTable customer={id} contacts={contacts} />}</QueryResult>
  )
}

/** When they began each step of KYC, and finished it. */
export function KycTab({ id }: { readonly id: Id }) {
  const { text } = useText()
  const query = useCall(customers.kyc, { id })
  return (
    <QueryResult query={query}>
      {({ steps }) => (
        <>
          <PicturesPanel customerId={id} />
          <RowTable
            name={text('customers.kyc')}
            noun="customers"
            fields={fields.steps}
            rows={steps}
            id={({ step }) => step}
            show={['step', 'begunAt', 'doneAt', 'askedAt', 'reason']}
          />
        </>
      )}
    </QueryResult>
  )
}

/** Bank accounts that money is paid out to, or was. */
export function CardsTab({ id }: { readonly id: Id }) {
  const { text } = useText()
  const query = useCall(customers.cards, { id })
  return (
    <QueryResult query={query}>
      {({ cards }) => (
        <RowTable
          name={text('customers.section.cards')}
          noun="cards"
          fields={fields.cards}
          rows={cards}
          id={(card) => card.id}
          show={['holder', 'bank', 'account', 'similarity', 'state', 'boundAt']}
        />
      )}
    </QueryResult>
  )
}

/** What they use the app on. */
export function DevicesTab({ id }: { readonly id: Id }) {
  const { text } = useText()
  const query = useCall(customers.devices, { id })
  return (
    <QueryResult query={query}>
      {({ devices }) => (
        <RowTable
          name={text('customers.section.devices')}
          noun="customers.device"
          fields={fields.devices}
          rows={devices}
          id={({ mark }) => mark}
          show={[
            ...(['mark', 'brand', 'model', 'os', 'osVersion', 'language', 'madeOn', 'memoryMb'] as const),
            ...(['operator', 'firstSeenAt', 'seenAt'] as const),
          ]}
        />
      )}
    </QueryResult>
  )
}
