import type { ConductMeasure } from '#contract/conduct-report.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { type Occasion, occasions } from '#contract/message-occasions.ts'

/** Where the rows that a measure counts are listed: the list, the page that shows it, and the filter line. */
interface Measured {
  readonly listing: string
  readonly page: PageId
  readonly query: string
  /** What is counted once however many rows it has; the rows themselves where nothing is said. */
  readonly distinct?: 'customerId'
}

/** What a report is about: its days, and how often a customer may be contacted on one. */
export interface MeasuredPeriod {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly limit: number | null
}

const reminders = (Object.keys(occasions) as Occasion[]).filter((id) => occasions[id].purpose === 'reminder').join()

const calls = (query: string): Measured => ({
  ...{ listing: 'calls.list', page: 'calls' },
  query: `direction:out has:caseId -state:failed ${query}`,
})
const robotCalls = (query: string): Measured => ({
  ...{ listing: 'aiRecords.list', page: 'aiRecords', query: `-state:failed ${query}` },
})
const messages = (query: string): Measured => ({
  ...{ listing: 'messages.list', page: 'messages', query: `state:sent template:${reminders} ${query}` },
})
const refusals = (query: string): Measured => ({
  ...{ listing: 'contactRefusals.list', page: 'contactRefusals', query },
})
const checks = (query: string): Measured => ({
  ...{ listing: 'conductChecks.list', page: 'conductChecks', query },
})
/** Customers, by their cases: the limit is one of the customer, however many cases they have. */
const customersFrom = (contacts: number): Measured => ({
  ...{ listing: 'cases.open', page: 'openCases', query: `contactsToday>=${contacts}`, distinct: 'customerId' },
})

/** What each measure counts; null where it counts nothing: there is no limit to be near. */
export function measured({ from, to, limit }: MeasuredPeriod): Readonly<Record<ConductMeasure, Measured | null>> {
  const during = (field: string) => `${field}:${from}..${to}`
  const refusedBy = (rule: string) => refusals(`rule:${rule} ${during('at')}`)
  return {
    calls: calls(`way:phone ${during('beganAt')}`),
    whatsApps: calls(`way:whatsApp ${during('beganAt')}`),
    robotCalls: robotCalls(during('beganAt')),
    reminders: messages(during('sentAt')),
    window: refusedBy('window'),
    limit: refusedBy('limit'),
    hold: refusedBy('hold'),
    doNotDisturb: refusedBy('doNotDisturb'),
    // whoever was not contacted at all is near nothing
    nearLimit: limit === null ? null : customersFrom(Math.max(1, limit - 1)),
    atLimit: limit === null ? null : customersFrom(limit),
    callsOutOfHours: calls(`is:outOfHours ${during('beganAt')}`),
    robotCallsOutOfHours: robotCalls(`is:outOfHours ${during('beganAt')}`),
    remindersOutOfHours: messages(`is:outOfHours ${during('sentAt')}`),
    checks: checks(`state:pass,fail ${during('shownAt')}`),
    checksFailed: checks(`state:fail ${during('shownAt')}`),
    complaints: {
      ...{ listing: 'tickets.collection', page: 'collectionTickets' },
      query: `kind:complaint ${during('createdAt')}`,
    },
    certificatesEnded: {
      ...{ listing: 'collectors.list', page: 'collectors' },
      query: 'certificateState:expired state:enabled',
    },
  }
}
