import type { ContactRules } from '#contract/contact-rules.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { contactWays, contactWindow } from '#contract/kernel/contact-hours.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type Contact, contactBlock, contactsOnDay, ruleOf } from './permission.ts'

type Reader = Pick<Context, 'tx' | 'app' | 'now' | 'today' | 't'>

/** What holds for a customer about an order now: the window of the day, contacts so far, and each way by itself. */
export async function contactSummary(about: Omit<Contact, 'way'>, reader: Reader): Promise<ContactRules> {
  const { tx, app, now, today, t } = reader
  const at = { app, now }
  const { count: contacts, max: contactsMax } = await contactsOnDay(tx, about, at)
  const ways: ContactRules['ways'] = []
  for (const way of contactWays) {
    const against = await contactBlock(tx, { ...about, way }, at)
    const { refused, opensAt } = against ?? { refused: null, opensAt: null }
    const reason = refused && t(`faults.${refused.fault}`, refused.values)
    ways.push({ way, rule: refused && ruleOf(refused), reason, opensAt: opensAt && toInstant(opensAt) })
  }
  return { window: contactWindow(today, app.clock.country, await app.quietDays(tx)), contacts, contactsMax, ways }
}
