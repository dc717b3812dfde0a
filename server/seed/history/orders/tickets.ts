import type { IdOf } from '#contract/kernel/values.ts'
import { isLive } from '#contract/loans/flow.ts'
import { declaredParameters } from '#contract/parameters/declared.ts'
import { type Ticket, ticketFlow, ticket as ticketSubject, tickets } from '#contract/tickets.ts'
import { requestIdFrom } from '#server/seed/history/audit-writer.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import { later, type SeedContext } from '#server/seed/history/context.ts'
import type { Random } from '#server/seed/history/random.ts'
import { type Member, staffOf } from '#server/seed/staff.ts'
import { units } from '#server/seed/units.ts'
import type { Order } from './order.ts'

type TicketRow = { -readonly [Name in keyof RowOf<'tickets'>]: RowOf<'tickets'>[Name] }
type Desk = TicketRow['desk']

/** What tickets are about: a title and what was said, by kind. */
const topics = {
  payout: [
    ['Money has not arrived', 'Approved, but nothing on the account since yesterday.'],
    ['Wrong account number', 'Customer wants the money on another account.'],
  ],
  repayment: [
    ['Paid, but still shown as due', 'Customer has sent a screenshot of the transfer.'],
    ['Paid twice', 'Two transfers of the same amount on one day.'],
    ['Payment link does not open', 'Link from the reminder shows an error.'],
  ],
  complaint: [
    ['Complains about the number of calls', 'Says to have been called six times in a day.'],
    ['Disputes the penalty', 'Was told that the app was down on the due date.'],
  ],
  dataChange: [
    ['New phone number', 'Old number is lost, the new one is in the app.'],
    ['Name is misspelt', 'Family name differs from the PAN.'],
  ],
  refund: [['Asks for a refund', 'Paid more than what was due.']],
  technical: [
    ['App closes at the photo step', 'Happens on an older phone.'],
    ['One-time code does not arrive', 'Tried three times today.'],
  ],
  other: [['Asks for a statement', 'Needs it for the tax office.']],
} as const satisfies Partial<Record<Ticket['kind'], readonly (readonly [title: string, content: string])[]>>
const kinds: Readonly<Record<'late' | 'unpaid' | 'live' | 'closed', readonly (keyof typeof topics)[]>> = {
  late: ['complaint', 'repayment', 'complaint', 'dataChange', 'complaint'],
  unpaid: ['payout', 'payout', 'dataChange', 'technical', 'other'],
  live: ['repayment', 'repayment', 'complaint', 'dataChange', 'technical'],
  closed: ['repayment', 'refund', 'complaint', 'other'],
}
/** How many are handed on. */
const moved = [
  [true, 30],
  [false, 70],
] as const
const priorities = [
  ['low', 20],
  ['normal', 55],
  ['high', 20],
  ['urgent', 5],
] as const
const sources = {
  operation: [
    ['feedback', 45],
    ['staff', 35],
    ['system', 20],
  ],
  collection: [
    ['collector', 60],
    ['aiCall', 25],
    ['feedback', 15],
  ],
} as const
const notes = ['Please check with the bank', 'Belongs to your desk', 'Customer asks for you', null] as const
const shares: Readonly<Record<Desk, number>> = { operation: 0.03, collection: 0.06 }
const slaMinutes = declaredParameters['ticket.slaMinutes'].parse(undefined)

/** Who answers the tickets of a desk. */
const teams: Readonly<Record<Desk, readonly Member[]>> = {
  operation: staffOf('OPS', 'CS', 'REV'),
  collection: staffOf('CTL', 'GL', 'COL'),
}
/** Who hands them on. */
const movers: Readonly<Record<Desk, readonly Member[]>> = {
  operation: staffOf('OPS', 'CS'),
  collection: staffOf('CTL'),
}

const departmentOf = (id: IdOf<'unit'>) => ({ id, name: units.find((unit) => unit.id === id)!.name })

/** A ticket while it is worked: it moves through the machine and never beyond now. */
class TicketSimulation {
  readonly #context: SeedContext
  readonly #random: Random
  readonly #row: TicketRow
  /** When it was touched last. */
  #at: Date

  constructor(order: Order, desk: Desk, random: Random) {
    const { context } = order
    const { appliedAt, customerId, id: loanId } = order.row
    const ageMs = (context.now.getTime() - appliedAt.getTime()) * random.next() ** 2
    const createdAt = new Date(context.now.getTime() - ageMs)
    const asked = isLive(order.state) ? 'live' : order.row.disbursedAt ? 'closed' : 'unpaid'
    const kind = random.pick(kinds[desk === 'collection' ? 'late' : asked])
    const [title, content] = random.pick<readonly [string, string]>(topics[kind])
    const source = random.weighted<Ticket['source']>(sources[desk])
    const byStaff = source === 'staff' || source === 'collector'
    this.#context = context
    this.#random = random
    this.#at = createdAt
    this.#row = {
      ...{ cause: null, named: null },
      ...{
        id: context.book.id(ticketSubject.ids, context.dateOf(createdAt)),
        desk,
        state: 'notFollowed',
        kind,
        title,
        content,
      },
      ...{ customerId, loanId, priority: random.weighted(priorities), source, createdAt },
      departmentId: random.pick(teams[desk]).unit.id,
      processorId: null,
      createdById: byStaff ? random.pick(teams[desk]).id : null,
      ...{ firstResponseAt: null, slaDueAt: later(createdAt, slaMinutes), closedAt: null, rating: null },
    }
  }

  /** Lets it be handed on, taken up and closed, as far as there was time for it. */
  work(): void {
    const random = this.#random
    const days = this.#context.ago(this.#context.dateOf(this.#at))
    if (this.#context.drawEvenly(`moved ${this.#row.desk}`, moved)) this.#transfer()
    if (random.chance(days > 3 ? 0.97 : 0.5) && this.#step('follow', random.int(5, 330))) this.#follow()
    if (random.chance(days > 5 ? 0.95 : 0.3) && this.#step('close', random.int(30, 4_000))) {
      this.#row.closedAt = this.#at
      this.#row.rating = random.chance(0.4) ? random.int(2, 5) : null
    }
    this.#context.book.buffers.tickets.add(this.#row)
  }

  /** Whether that could be done so many minutes later: the state allows it, and the time has come. */
  #step(event: 'follow' | 'transfer' | 'close', minutes: number): boolean {
    const at = later(this.#at, minutes)
    const next = ticketFlow.after(this.#row.state, event)
    if (!next || at > this.#context.now) return false
    this.#row.state = next
    this.#at = at
    return true
  }

  #follow(): void {
    const { departmentId, desk } = this.#row
    this.#row.firstResponseAt = this.#at
    this.#row.processorId ??= this.#random.pick(teams[desk].filter(({ unit }) => unit.id === departmentId)).id
  }

  #transfer(): void {
    const { departmentId, processorId, desk } = this.#row
    const to = this.#random.pick(teams[desk].filter(({ unit }) => unit.id !== departmentId))
    if (!this.#step('transfer', this.#random.int(20, 600))) return
    const person = this.#random.chance(0.5)
    const toProcessorId = person ? to.id : null
    const who = this.#random.pick(movers[desk])
    const note = this.#random.pick(notes)
    this.#context.book.buffers.ticketMoves.add({
      ...{ ticketId: this.#row.id, fromDepartmentId: departmentId, fromProcessorId: processorId },
      ...{ toDepartmentId: to.unit.id, toProcessorId, what: 'transfer', note, by: who.id, at: this.#at },
    })
    const slaDueAt = later(this.#at, slaMinutes)
    if (desk === 'operation') this.#tell(who, { to, person, note, slaDueAt })
    Object.assign(this.#row, {
      departmentId: to.unit.id,
      processorId: toProcessorId,
      slaDueAt,
    } satisfies Partial<TicketRow>)
  }

  #tell(
    who: Member,
    { to, person, note, slaDueAt }: { to: Member; person: boolean; note: string | null; slaDueAt: Date },
  ) {
    const { id, departmentId, slaDueAt: wasDueAt } = this.#row
    const before = { id, version: 1, department: departmentOf(departmentId), processor: null, slaDueAt: wasDueAt }
    const processor = person ? { id: to.id, name: to.name } : null
    const after = { ...before, version: 2, department: departmentOf(to.unit.id), processor, slaDueAt }
    const input = { id, version: 1, to: person ? to.id : to.unit.id, ...(note && { note }) }
    const deed = { endpoint: tickets.transfer, who, at: this.#at, objectId: id, input, before, after }
    this.#context.audit.record({ ...deed, requestId: requestIdFrom(this.#random) }, this.#random)
  }
}

/** Opens tickets about an order, if anybody asked or complained, and lets them be worked. */
export function writeTickets(order: Order, random: Random): void {
  const { dueDate } = order.row
  const late = isLive(order.state) && dueDate !== null && dueDate < order.context.today
  if (random.chance(shares.operation)) new TicketSimulation(order, 'operation', random).work()
  if (late && random.chance(shares.collection)) new TicketSimulation(order, 'collection', random).work()
}
