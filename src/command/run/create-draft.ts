import { type ActionTarget, currentTarget, targetOfNoun } from '#src/command/active-list.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import type { Command } from '#src/command/command.ts'
import { say } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { availabilityOf, isAvailable } from './availability.ts'

/** Says why something is not begun, or not carried out. */
export const toastRefusal = (fault: string, values = {}): void =>
  toast('warn', say(`faults.${fault}`, values), { ms: 5_000 })

/** What a command is begun with, where somebody has chosen more than the command. */
export type DraftInput = Partial<Omit<Draft, 'command'>>

/** Only arguments that the command asks for and understands. What is no good is asked for again. */
const validArguments = (command: Command, args: Draft['args']): Draft['args'] =>
  Object.fromEntries(
    argumentsOf(command).flatMap(({ name, schema }) => {
      const parsed = name in args ? schema.safeParse(args[name]) : null
      return parsed?.success ? [[name, parsed.data]] : []
    }),
  )

/** The draft of a command on what is meant now, or on what was chosen before; null where it may not be begun, and why. */
export function createDraft(command: Command, given: DraftInput): Draft | null {
  if (!may(command.requires)) {
    toastRefusal('forbidden')
    return null
  }
  const meant = given.target ?? currentTarget()
  const target = command.rows && (targetOfNoun(meant, command.rows.noun) ?? meant)
  const offer = availabilityOf(command, target)
  if (!isAvailable(offer, target)) {
    const { fault, values } = offer.refused ?? { fault: 'nothing_selected' }
    toastRefusal(fault, values)
    return null
  }
  const args = { ...command.call?.fill, ...validArguments(command, given.args ?? {}) }
  const { names = {}, initialTexts = {}, untrusted = false, listener } = given
  return { command, target, args, names, initialTexts, untrusted, listener }
}

/** Rows that were refused, as what is meant by another command: those that are named. */
export const targetOfIds = ({ target }: Draft, ids: readonly string[]): ActionTarget | null =>
  target && {
    ...target,
    count: ids.length,
    loadedRows: target.loadedRows.filter(({ id }) => ids.includes(id)),
    marked: true,
    selection: { listing: target.listing, ids: [...ids] },
    query: null,
  }
