import { useLocation } from 'wouter'
import type { z } from 'zod'
import { type CustomerDetail, customers, customer as subject } from '#contract/customers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { grids } from '#src/catalogue.ts'
import { destinations } from '#src/command/registry.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { may, useSession } from '#src/session/base/session.ts'
import { BasicTab, CardsTab, ContactsTab, DevicesTab, KycTab } from './CustomerTabs.tsx'
import { RecordActions } from './RecordActions.tsx'
import { RecordPage } from './RecordPage.tsx'
import { ListTab } from './tabs/ListTab.tsx'
import { type RecordTab, RecordTabs } from './tabs/RecordTabs.tsx'

/** The field by which lists name a customer: whichever has it may be asked for theirs. */
const customerField = 'customerId'

/** Lists that the reader may see and that can be asked for a customer's rows, in the order of the menu. */
function useListTabs(id: string): readonly RecordTab[] {
  const { say } = useText()
  useSession()
  return destinations().flatMap(({ page, id: title, isTab }): RecordTab[] => {
    if (isTab) return []
    const grid = grids.find((one) => one.page === page)
    if (!grid?.listing.filter.includes(customerField)) return []
    const named = say(title)
    return [{ id: page, title: named, show: () => <ListTab grid={grid} title={named} field={customerField} id={id} /> }]
  })
}

function CustomerRecord(detail: z.output<typeof CustomerDetail>) {
  const { text } = useText()
  const { id } = detail.customer
  const { openLoan } = detail
  const [, navigate] = useLocation()
  useKeys(
    'record',
    [{ id: 'customers.openOrder', keys: 'o', run: () => navigate(recordPath(loan, openLoan!)) }], // heard where there is one
    openLoan !== null && may(loans.detail.requires),
  )
  const lists = useListTabs(id)
  const audit = grids.find(({ page }) => page === 'audit')!
  const access: RecordTab = {
    id: 'access',
    title: text('customers.section.access'),
    show: () => <ListTab grid={audit} title={text('customers.section.access')} field="objectId" id={id} />,
  }
  const tabs: readonly RecordTab[] = [
    {
      id: 'basic',
      title: text('customers.section.basic'),
      show: () => <BasicTab {...detail} />,
    },
    { id: 'contacts', title: text('customers.contacts'), show: () => <ContactsTab id={id} /> },
    { id: 'kyc', title: text('customers.kyc'), show: () => <KycTab id={id} /> },
    { id: 'cards', title: text('customers.section.cards'), show: () => <CardsTab id={id} /> },
    { id: 'devices', title: text('customers.section.devices'), show: () => <DevicesTab id={id} /> },
    ...lists,
    ...(may('audit') ? [access] : []),
  ]
  return <RecordTabs name={text('customers.detail')} tabs={tabs} />
}

/** Everything that may be seen of a customer; what is masked is shown to whoever may, for a reason. */
export function CustomerPage() {
  const { text } = useText()
  return (
    <RecordPage
      endpoint={customers.detail}
      record={({ customer }) => customer}
      fields={subject.fields}
      name={({ name, erasedOn }) => (erasedOn ? text('customers.erasedOn.says', { date: erasedOn }) : name)}
      beside={(row) => <RecordActions noun="customers" listing={customers.list.id} page="customer" row={row} />}
    >
      {(_, detail) => <CustomerRecord {...detail} />}
    </RecordPage>
  )
}
