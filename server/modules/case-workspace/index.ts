import { CaseWorkspace, caseWorkspace } from '#contract/case-workspace.ts'
import { customer } from '#contract/customers.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { mustFindCase } from '#server/modules/cases/steps/find-case.ts'
import { contactSummary } from '#server/modules/contact-rules/steps/summary.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { lastAnswerOf, promisesOf } from '#server/modules/follow-ups/steps/file.ts'
import { numbersOf, toContactNumber } from '#server/modules/follow-ups/steps/numbers.ts'
import { nextOfMine } from './next-case.ts'
import { owedAndOffers } from './owed-and-offers.ts'
import { timelineOf } from './timeline.ts'

const people = rowSource(customer, customerSource)

/** Everything that a case is worked with. @throws Refusal `not_found`. */
async function detailOf(id: IdOf<'case'>, call: Context): Promise<Output<typeof caseWorkspace.detail>> {
  const { tx, app, actor, t } = call
  const found = await mustFindCase(id, call)
  const { loanId, customerId } = found
  // whoever sees the case sees so much of whom it is about
  const person = await findOne(tx, people, customerId, { actor, scopes: ['all'], app })
  const promises = await promisesOf(loanId, call)
  return {
    case: found,
    customer: CaseWorkspace.shape.customer.parse(person),
    ...(await owedAndOffers(loanId, call)),
    contact: await contactSummary(found, call),
    numbers: (await numbersOf(tx, customerId, app)).map(toContactNumber),
    lastAnswer: await lastAnswerOf(tx, customerId),
    promises,
    timeline: await timelineOf(found, { tx, app, actor, t, promises }),
  }
}

/** Handlers of `caseWorkspace`: what a case is worked with, and which one comes next. */
export default implement(caseWorkspace, {
  detail: ({ id }, call) => detailOf(id, call),
  next: (asked, call) => nextOfMine(asked, call),
})
