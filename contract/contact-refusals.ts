import { z } from 'zod'
import { ContactRuleField, ContactWayField } from './contact-rules.ts'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { Id, Instant, PersonName, Ref, TextKey } from './kernel/values.ts'

/** A contact that a rule has forbidden. */
export const ContactRefusal = z.object({
  id: Id('contactRefusal'),
  at: Instant,
  way: ContactWayField,
  rule: ContactRuleField,
  /** Which refusal it was: two may follow from one rule. */
  fault: TextKey('faults'),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  loanId: Id('loan').nullable(),
  caseId: Id('case').nullable(),
  /** Who wanted it; none: a job. */
  staff: Ref('staff').nullable(),
  /** Who had the case then. */
  collector: Ref('staff').nullable(),
  /** The unit of whoever wanted it, else of whoever had the case. */
  unit: Ref('unit').nullable(),
  agency: Ref('unit').nullable(),
  /** From when on the rule spoke no more; none: nobody knew. */
  opensAt: Instant.nullable(),
})
export type ContactRefusal = z.output<typeof ContactRefusal>

/** Refused contacts: what was tried, by whom, and the rule that forbade it. */
export const contactRefusals = api('contactRefusals', {
  list: list('GET /contact-refusals', {
    requires: 'contactRefusals',
    row: ContactRefusal,
    filter: [
      ...(['id', 'at', 'way', 'rule', 'customerId', 'name', 'loanId', 'caseId'] as const),
      ...(['staff', 'collector', 'unit', 'agency', 'opensAt'] as const),
    ],
    sort: ['at'],
    search: ['customerId', 'loanId', 'name'],
    order: '-at',
    created: 'at',
    export: 'GET /export/contact-refusals',
  }),
})
