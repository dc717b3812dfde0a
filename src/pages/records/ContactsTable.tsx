import type { z } from 'zod'
import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Contact } from '#contract/kyc.ts'
import { useText } from '#src/locale/text.ts'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { MaskedField } from './MaskedField.tsx'

interface Props {
  readonly customer: IdOf<'customer'>
  readonly contacts: readonly z.output<typeof Contact>[]
}

const fields = fieldsOf(Contact)

/** Whom a customer has named. They owe nothing: they are asked where the customer is, and nothing else. */
export function ContactsTable({ customer, contacts }: Props) {
  const { text } = useText()
  return (
    <>
      <p>{text('customers.contactsSay')}</p>
      <RowTable
        name={text('customers.contacts')}
        noun="customers"
        fields={fields}
        rows={contacts}
        id={({ id }) => id}
        show={['name', 'relation', 'phone']}
        instead={{
          phone: ({ id, phone }) => <MaskedField id={customer} contact={id} field="phone" value={phone} />,
        }}
      />
    </>
  )
}
