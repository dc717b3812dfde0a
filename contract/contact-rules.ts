import { z } from 'zod'
import { type HoldKind, holdStops } from './hold-kinds.ts'
import { contactWays } from './kernel/contact-hours.ts'
import { api, read } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { Choice, Id, Instant } from './kernel/values.ts'

/** What may speak against contacting somebody: the hour, how often they were reached, a hold on the case, their own wish. */
export const contactRuleIds = ['window', 'limit', 'hold', 'doNotDisturb'] as const
export type ContactRule = (typeof contactRuleIds)[number]
export const ContactRuleField = Choice('contactRules.rule', [...contactRuleIds])

/** How customers are contacted. */
export const ContactWayField = Choice('contactRules.way', [...contactWays])

/** The rule behind each refusal of a contact. */
export const ruleOfFault: Readonly<Record<string, ContactRule>> = {
  out_of_hours: 'window',
  attempts_spent: 'limit',
  one_channel: 'limit',
  contacted_enough: 'limit',
  case_on_hold: 'hold',
  do_not_disturb: 'doNotDisturb',
  consent_withdrawn: 'doNotDisturb',
}

/** What a contact by staff may be refused with. */
export const contactFaults = [
  ...(['out_of_hours', 'attempts_spent', 'one_channel', 'case_on_hold', 'do_not_disturb', 'no_phone'] as const),
] as const

/** Guard of cases: nobody calls about one that is on hold; a promise leaves that open. */
export const notOnHold = guard<{ readonly hold: HoldKind | null }>(['hold'], ({ hold }) =>
  hold && holdStops[hold].includes('calls')
    ? refused('case_on_hold', { hold: { vocabulary: 'cases.hold', value: hold } })
    : ok,
)

/** Whether a customer may be contacted in a way now; else by which rule not, in words, and from when on they may. */
const ContactPermission = z.object({
  way: ContactWayField,
  rule: ContactRuleField.nullable(),
  reason: z.string().nullable(),
  opensAt: Instant.nullable(),
})
export type ContactPermission = z.output<typeof ContactPermission>

/** What holds for a customer now, about one of their orders. */
const ContactRules = z.object({
  /** The contact hours of today; none: nobody is contacted today. */
  window: z.object({ from: Instant, to: Instant }).nullable(),
  /** How often the customer was contacted today, and how often they may be; null: as often as one likes. */
  contacts: z.int(),
  contactsMax: z.int().nullable(),
  ways: z.array(ContactPermission),
})
export type ContactRules = z.output<typeof ContactRules>

/** Rules by which customers are contacted. */
export const contactRules = api('contactRules', {
  /** What holds for the customer of a case now: the window of the day, contacts so far, and each way by itself. */
  ofCase: read('GET /contact-rules', {
    requires: 'openCases',
    input: z.object({ id: Id('case') }),
    output: ContactRules,
    faults: ['not_found'],
  }),
})
