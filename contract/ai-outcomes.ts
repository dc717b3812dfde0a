import { Choice } from './kernel/values.ts'

/** What came of a call by a robot. Source: specification, section 4. */
export const aiOutcomes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
export type AiOutcome = (typeof aiOutcomes)[number]
/** The same, as a field of a row. */
export const AiOutcomeChoice = Choice('vocabularies.aiOutcome', [...aiOutcomes], {
  ...({ a: 'good', b: 'warn', c: 'info', d: 'bad', e: 'info', f: 'muted', g: 'muted', h: 'bad' } as const),
})

/** Not connected, voicemail: nobody was spoken to, and the robot redials. */
export const notReached: readonly AiOutcome[] = ['f', 'g']
/** Willing to repay, needs follow-up: a follow-up is noted, which somebody takes up. */
export const followedUp: readonly AiOutcome[] = ['a', 'e']
/** Denies the debt or is not the borrower: nobody calls about it until a person has looked. */
export const deniesDebt: AiOutcome = 'd'
/** Denies the debt, needs help: a ticket is opened. */
export const ticketed: readonly AiOutcome[] = [deniesDebt, 'h']

/** Text key of what an outcome is called. */
export const outcomeKey = (outcome: AiOutcome): string => `vocabularies.aiOutcome.${outcome}`

/** A remark as whoever reads has it: of a robot, what its finding is called. */
export const remarkIn = (
  { outcome, remark }: { readonly outcome: AiOutcome | null; readonly remark: string },
  t: (key: string) => string,
): string => (outcome ? t(outcomeKey(outcome)) : remark)
