import { expect } from 'vitest'
import { addDays, type Country, startOfDay } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { doLate } from '#server/modules/loans/overdue.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { productsOf } from '#server/seed/products.ts'
import { passedByHand } from '#tests/support/reviewed.ts'
import type { World } from '#tests/support/server.ts'

type Worldly = Pick<World, 'as' | 'server' | 'clock'>
type LoanId = IdOf<'loan'>

/** A small book of the country, with somebody who may borrow at once, and whose account the sandbox pays to. */
async function borrowerIn({ server: { app }, clock }: Worldly, country: Country): Promise<IdOf<'customer'>> {
  const environment = { country, secret: 'secret of the tests' }
  await seedDemo(app.database, environment, { now: clock.now(), loans: 60, customers: 40 })
  const { rows } = await app.database.query(
    `select c.id from customers c join cards d on d.customer_id = c.id and d.state = 'bound' and d.similarity_ppm > 850000
     where c.name is not null and c.state = 'enabled' and not c.blacklisted
       and not exists (select 1 from loans l where l.customer_id = c.id and l.state not in (40, 41)) order by c.id limit 1`,
  )
  const id = rows[0]!.id as IdOf<'customer'>
  await app.database.query(
    `update cards set account = '${app.secrets.encrypt('501002340000')}' where customer_id = '${id}'`,
  )
  return id
}

/** Applies for what the country's week lends at first; answers the order. */
async function applied({ as, server }: Worldly, customerId: IdOf<'customer'>, country: Country): Promise<LoanId> {
  const { week } = productsOf(country)
  const { currency } = countries[country]
  const asked = { ref: 'first', customerId, productId: week.id, amountMinor: week.baseMinor, currency, tenureDays: 7 }
  const payload = JSON.stringify(asked)
  const signature = server.app.secrets.sign(customerApp, payload)
  const { loanId } = await as(null).loans.submit({ payload, signature })
  await server.deliver()
  return loanId
}

/** The order is lent by the seed's own product, paid out and not repaid; answers the day it was due. */
async function lent(world: Worldly, id: LoanId): Promise<LocalDate> {
  const { as, server, clock } = world
  const decided = (await as('manager').loans.detail({ id })).loan
  if (decided.state === 22) await passedByHand(world, id)
  const approved = (await as('manager').loans.detail({ id })).loan
  await as('manager').loans.disburse({ id, version: approved.version })
  await server.deliver()
  clock.forward(1_000)
  await server.deliver()
  const { loan, plans } = await as('manager').loans.detail({ id })
  expect(loan).toMatchObject({ state: 30, amount: { currency: countries[clock.country].currency } })
  return plans[0]!.dueDate
}

/** What a country's pack has to carry: one order from the application to the reminder. */
export async function lendsAndReminds(world: Worldly, country: Country, letter: RegExp): Promise<void> {
  const { as, server, clock } = world
  const id = await applied(world, await borrowerIn(world, country), country)
  const dueDate = await lent(world, id)
  const at = (hour: number) => {
    const midnight = new Date(startOfDay(addDays(dueDate, 2), country)).getTime()
    clock.set(new Date(midnight + hour * 3_600_000).toISOString())
  }

  at(2)
  await doLate(server.app)
  const { version, state } = (await as('executive').loans.detail({ id })).loan
  expect(state).toBe(50)
  await expect(as('cs').messages.remind({ id, version })).rejects.toMatchObject({ fault: 'out_of_hours' })

  // signed in anew: nobody is for so long
  at(10)
  await as('ops').messages.remind({ id, version })
  const { messages } = await as('ops').loans.detail({ id })
  expect(messages).toMatchObject([{ template: 'overdue', language: countries[country].letters, state: 'queued' }])
  expect(messages[0]!.text).toMatch(letter)
}
