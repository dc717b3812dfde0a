import { ConsentReport, consent, consents } from '#contract/consents.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { recordConsent, takeReport, withdrawConsent } from './actions.ts'
import { consentSource } from './source.ts'

/** Handlers of `consents`: what customers have agreed to. */
export default implement(
  consents,
  {
    list: consentSource,

    record: ({ id: _, version: __, ...said }, call) => recordConsent(said, call),
    withdraw: (said, call) => withdrawConsent(said, call),

    async report(sent, call) {
      call.note({ actorName: customerApp })
      const reported = mustBeSigned(ConsentReport, sent, customerApp, call.app)
      const id = await takeReport(reported, call)
      call.note({ objectId: id, after: reported })
      return { id }
    },
  },
  [rowSource(consent, consentSource)],
)
