import { useEffect, useEffectEvent } from 'react'
import type { LiveCall } from '#contract/calls.ts'
import { collectionCase } from '#contract/cases.ts'
import { customer } from '#contract/customers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { ticket } from '#contract/tickets.ts'
import type { MessageId } from '#locales/index.ts'
import { openTabsBehind } from '#src/session/tabs.ts'

const recordTab = (href: string, title: MessageId, id: string) => ({
  ...{ key: href, href, title, record: id, pinned: false, forgets: false },
})

/**
 * Opens whoever calls: customer, case and open tickets, as tabs behind the page in front, once for each call. Nobody is
 * taken away from what they are typing, and what they close stays closed.
 */
export function usePartyTabs({ id, direction, customerId, caseId, tickets }: LiveCall): void {
  const open = useEffectEvent(() =>
    openTabsBehind([
      ...(customerId ? [recordTab(recordPath(customer, customerId), 'menu.customer', customerId)] : []),
      ...(caseId ? [recordTab(recordPath(collectionCase, caseId), 'cases.detail', caseId)] : []),
      ...tickets.map((one) => recordTab(recordPath(ticket, one.id), 'tickets.detail', one.id)),
    ]),
  )
  const incoming = direction === 'in' ? id : null
  useEffect(() => {
    if (incoming !== null) open()
  }, [incoming])
}
