import { expect } from 'vitest'
import { addDays, businessDate, type Country, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import { contactHours, nextContactAt } from '#contract/kernel/contact-hours.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { publicHolidays, quietCountries } from '#server/modules/holidays/public-holidays.ts'
import { addFirstHolidays, afterBusinessMinutes, quietDays } from '#server/modules/holidays/steps.ts'
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
  const lateDay = addDays(await lent(world, id), 2)
  // where customers are left alone on Sundays and holidays, the first day that is neither
  const quiet = await quietDays(server.app.database.db)
  const opens = nextContactAt(startOfDay(lateDay, country), country, quiet)
  const day = businessDate(toInstant(opens), country)
  const at = (hour: number) => {
    const midnight = new Date(startOfDay(day, country)).getTime()
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

/** A day of the country's calendar that is the same every year. */
interface FixedHoliday {
  readonly date: LocalDate
  readonly name: string
}

/**
 * What a country's calendar has to carry: its holidays, on which no business hour passes, and on which customers are left
 * alone where the law says so.
 */
export async function keepsHolidays(
  { as, server }: Worldly,
  country: Country,
  { date, name }: FixedHoliday,
): Promise<void> {
  const { database, clock } = server.app
  // as before the first start
  await database.query(`select setval('ids_holiday', 1, false)`)
  await addFirstHolidays(server.app)
  const { rows } = await as('ops').holidays.list({ q: '' })
  const quiet = await quietDays(database.db)
  const noon = new Date(new Date(startOfDay(date, country)).getTime() + 12 * 3_600_000)

  const answered = await afterBusinessMinutes(database.db, 60, { clock, now: noon })

  expect(rows).toContainEqual(expect.objectContaining({ date, name, quiet: quietCountries.includes(country) }))
  expect(await publicHolidays(country, 2027)).toContainEqual({ date: date.replace('2026', '2027'), name })
  expect(businessDate(toInstant(answered), country) > date).toBe(true)
  expect(contactHours(toInstant(noon), country, quiet).ok).toBe(!quietCountries.includes(country))
}
