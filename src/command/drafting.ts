import { say } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { argumentsOf } from './argument.ts'
import type { Command } from './define.ts'
import { offerOf, possible } from './offer.ts'
import type { Draft } from './palette.ts'
import { type Meant, scene } from './scene.ts'

/** Says why something is not begun, or not carried out. */
export const refuse = (fault: string, values = {}): void => toast('warn', say(`faults.${fault}`, values), { ms: 5_000 })

/** What a command is begun with, where somebody has chosen more than the command. */
export type Given = Partial<Omit<Draft, 'command'>>

/** Only arguments that the command asks for and understands. What is no good is asked for again. */
const understood = (command: Command, args: Draft['args']): Draft['args'] =>
  Object.fromEntries(
    argumentsOf(command).flatMap(({ name, schema }) => {
      const parsed = name in args ? schema.safeParse(args[name]) : null
      return parsed?.success ? [[name, parsed.data]] : []
    }),
  )

/** The draft of a command on what is meant now, or on what was chosen before; null where it may not be begun, and why. */
export function draftOf(command: Command, given: Given): Draft | null {
  if (!may(command.may)) {
    refuse('forbidden')
    return null
  }
  const meant = command.rows ? (given.meant ?? scene.list?.meant() ?? null) : null
  const offer = offerOf(command, meant)
  if (!possible(offer, meant)) {
    const { fault, values } = offer.refused ?? { fault: 'nothing_selected' }
    refuse(fault, values)
    return null
  }
  const args = { ...command.call?.fill, ...understood(command, given.args ?? {}) }
  const { names = {}, typed = {}, foreign = false, follow } = given
  return { command, meant, args, names, typed, foreign, follow }
}

/** Rows that were refused, as what is meant by another command: those that are named. */
export const meantBy = ({ meant }: Draft, ids: readonly string[]): Meant | null =>
  meant && {
    ...meant,
    count: ids.length,
    known: meant.known.filter(({ id }) => ids.includes(id)),
    marked: true,
    selection: { listing: meant.listing, ids: [...ids] },
    query: null,
  }
