import type { ActionTarget } from '#src/command/active-list.ts'
import type { Command } from '#src/command/command.ts'
import { type Argument, argumentsOf } from './argument.ts'
import type { ReferenceNames } from './format-args.ts'

/** Draft: a command on its way, on what, and with which arguments so far. */
export interface Draft {
  readonly command: Command
  /** What it is for, as it was when it was chosen; nothing for commands that act on no row. */
  readonly target: ActionTarget | null
  readonly args: Readonly<Record<string, unknown>>
  /** What the records are called that the arguments name. */
  readonly names: ReferenceNames
  /** Text to begin with where the argument is asked for, by its name. */
  readonly initialTexts: Readonly<Record<string, string>>
  /** Somebody else put it together: whoever runs it is asked first, whatever its risk. */
  readonly untrusted: boolean
  /** What waits for how it ends. */
  readonly listener?: DraftListener | undefined
}

/** Who is told how a draft ended: that all of it was done, or that something was not. */
export interface DraftListener {
  onDone(): void
  onStopped(): void
  /** All of it was done, after whoever waited for it has turned to something else: they say when it goes on. */
  onReady(): void
}

/** The next argument that is still to be given; none when all are there. */
export const nextArgument = ({ command, args, target }: Draft): Argument | undefined =>
  argumentsOf(command, target).find(({ name }) => !(name in args))

/** `draft` with one argument more. */
export const withArgument = (draft: Draft, { name }: Argument, value: unknown, said?: string): Draft => ({
  ...draft,
  args: { ...draft.args, [name]: value },
  names: said === undefined ? draft.names : { ...draft.names, [name]: said },
})

/** `draft` without an argument and those behind it: to be given anew. */
export function withoutFrom(draft: Draft, name: string): Draft {
  const all = argumentsOf(draft.command).map((argument) => argument.name)
  const left = (known: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(known).filter(([key]) => !all.slice(all.indexOf(name)).includes(key)))
  return { ...draft, args: left(draft.args), names: left(draft.names) as ReferenceNames } // of what it is made of
}

/**
 * `draft` without the argument before the one that is asked for, or its last where none is, and which that was; null where
 * there is none to take away.
 */
export function withoutLast(draft: Draft): { draft: Draft; argument: Argument } | null {
  const all = argumentsOf(draft.command, draft.target)
  const asked = all.findIndex(({ name }) => !(name in draft.args))
  const argument = all[(asked === -1 ? all.length : asked) - 1]
  if (!argument) return null
  const { [argument.name]: _, ...args } = draft.args
  const { [argument.name]: __, ...names } = draft.names
  return { draft: { ...draft, args, names }, argument }
}
