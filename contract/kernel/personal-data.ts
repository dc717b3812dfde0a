import type { Field } from './field.ts'
import type { Rights } from './grants.ts'
import type { Listing } from './list.ts'
import type { QueryContext } from './query/context.ts'
import type { Requirement, Right } from './rights.ts'
import type { Secret } from './values.ts'

/** Personal data (PII) that can be revealed in full. Of an Aadhaar or account number nobody sees more than its end. */
export const revealable = ['phone', 'email', 'pan'] as const satisfies readonly Secret[]
export type Revealable = (typeof revealable)[number]

/**
 * Fields that tell something about a person, in rows, arguments and reports: their values stand in the audit log encrypted
 * under the customer's own key. `payload` is what the customers' app has signed, `changes` what a request would change.
 */
export const personalFields: ReadonlySet<string> = new Set([
  ...(['name', 'phone', 'email', 'birthDate', 'age', 'sex', 'maritalStatus', 'children', 'dwelling'] as const),
  ...(['education', 'profession', 'employment', 'company', 'companyAddress', 'income', 'address', 'postcode'] as const),
  ...([
    'pan',
    'aadhaar',
    'holder',
    'account',
    'ifsc',
    'upi',
    'device',
    'title',
    'content',
    'text',
    'payload',
    'changes',
  ] as const),
])

/** The permission to reveal personal data. */
export const revealRight = 'customer.reveal' satisfies Right

const isRevealable = (of: string | undefined): boolean => (revealable as readonly (string | undefined)[]).includes(of)

/**
 * Whether a field may only be looked up by its full value, one value a call and on the record. A filter would tell a
 * masked value piece by piece to whoever may not reveal it.
 */
const isLookUpOnly = ({ kind, of }: Field, mayReveal: boolean): boolean =>
  kind === 'masked' && !(mayReveal && isRevealable(of))

/** The fields of a listing as its filter lines know them, for somebody who may reveal personal data or not. */
export function queryFieldsOf(
  { fields, filter, search, sort }: Pick<Listing, 'fields' | 'filter' | 'search' | 'sort'>,
  mayReveal: boolean,
): Required<Pick<QueryContext, 'fields' | 'lookUpOnly' | 'unfilterable' | 'searchable' | 'sortable'>> {
  const named = fields.filter(({ name }) => filter.includes(name))
  const lookUpOnly = fields.filter((field) => isLookUpOnly(field, mayReveal))
  return {
    fields: named.filter((field) => !lookUpOnly.includes(field)),
    lookUpOnly: named.filter((field) => lookUpOnly.includes(field)),
    unfilterable: fields.filter((field) => !named.includes(field)),
    searchable: search.filter((name) => !lookUpOnly.some((field) => field.name === name)),
    sortable: sort,
  }
}

/** Whether a right reaches whatever another one does: the scopes of the two may differ. */
export function reachesAsFar(right: Requirement, other: Requirement, rights: Rights): boolean {
  const scopes = rights.scopesOf(right)
  return scopes.includes('all') || (scopes.length > 0 && rights.scopesOf(other).every((one) => scopes.includes(one)))
}

/** Whether whoever has `rights` may reveal whatever of `listing` they see. */
export const mayRevealIn = ({ requires }: Pick<Listing, 'requires'>, rights: Rights): boolean =>
  reachesAsFar(revealRight, requires, rights)

/** Whether a call shows personal data that is hidden otherwise: its right is a page's button for that. */
export const isReveal = ({ requires }: { readonly requires: Requirement }): boolean =>
  [requires].flat().some((right) => right.endsWith('.reveal'))
