import { Choice } from './kernel/values.ts'

/** What collection is stopped from by a hold: giving the case to others, robots that call, messages, calls by staff. */
const holdEffects = ['allocation', 'robots', 'messages', 'calls'] as const
export const HoldEffect = Choice('caseHolds.effect', [...holdEffects])
export type HoldEffect = (typeof holdEffects)[number]

/** Why a case is on hold: the debt is disputed, the customer has died, it is before a court, payment was promised. */
export const holdKinds = ['dispute', 'deceased', 'legal', 'promise'] as const
export type HoldKind = (typeof holdKinds)[number]
export const HoldKindChoice = Choice('cases.hold', [...holdKinds])

/** What each kind stops. Whoever has promised to pay is still reminded of it. */
export const holdStops: Readonly<Record<HoldKind, readonly HoldEffect[]>> = {
  dispute: holdEffects,
  deceased: holdEffects,
  legal: holdEffects,
  promise: ['allocation', 'robots'],
}

/** The kinds by strength: of several at once the first is the one that a case shows. */
export const holdsByStrength = ['deceased', 'legal', 'dispute', 'promise'] as const satisfies readonly HoldKind[]

/** The kinds that stop something. */
export const kindsThatStop = (effect: HoldEffect): readonly HoldKind[] =>
  holdKinds.filter((kind) => holdStops[kind].includes(effect))
