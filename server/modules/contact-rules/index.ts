import { collectionCase } from '#contract/cases.ts'
import { contactRules } from '#contract/contact-rules.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { contactWays, contactWindow } from '#contract/kernel/contact-hours.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { caseSource } from '#server/modules/cases/source.ts'
import { contactsOnDay, contactVeto, ruleOf } from './steps/permission.ts'

/** Handlers of `contactRules`: by which rules customers are contacted. */
export default implement(contactRules, {
  async ofCase({ id }, { tx, actor, app, now, today, t, fail }) {
    const scopes = actor.scopesOf(contactRules.ofCase.requires)
    const found = await findOne(tx, rowSource(collectionCase, caseSource), id, { actor, scopes, app, t })
    const { customerId, loanId } = found ? collectionCase.row.parse(found) : fail('not_found')
    const at = { app, now }
    const { count: contacts, max: contactsMax } = await contactsOnDay(tx, customerId, at)
    const ways = await Promise.all(
      contactWays.map(async (way) => {
        const against = await contactVeto(tx, { customerId, loanId, way }, at)
        if (!against) return { way, rule: null, reason: null, opensAt: null }
        const { refused, opensAt } = against
        const reason = t(`faults.${refused.fault}`, refused.values)
        return { way, rule: ruleOf(refused), reason, opensAt: opensAt && toInstant(opensAt) }
      }),
    )
    return { window: contactWindow(today, app.clock.country, await app.quietDays(tx)), contacts, contactsMax, ways }
  },
})
