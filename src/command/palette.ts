import { proxy, ref } from 'valtio'
import type { Batch, Preview } from '#contract/batches.ts'
import { onSignOut } from '#src/session/session.ts'
import { type Argument, argumentsOf } from './argument.ts'
import type { Command } from './define.ts'
import type { Names } from './saying.ts'
import type { Meant } from './scene.ts'

/** A command on its way: on what, and with which arguments so far. */
export interface Draft {
  readonly command: Command
  /** What it is for, as it was when it was chosen; nothing for commands that act on no row. */
  readonly meant: Meant | null
  readonly args: Readonly<Record<string, unknown>>
  /** What the records are called that the arguments name. */
  readonly names: Names
  /** Text to begin with where the argument is asked for, by its name. */
  readonly typed: Readonly<Record<string, string>>
  /** Somebody else put it together: whoever runs it is asked first, whatever its risk. */
  readonly foreign: boolean
  /** What waits for how it ends. */
  readonly follow?: Follow | undefined
}

/** Who is told how a draft ended: that all of it was done, or that something was not. */
export interface Follow {
  done(): void
  stopped(): void
  /** All of it was done, after whoever waited for it has turned to something else: they say when it goes on. */
  ready(): void
}

/** What the palette is at. */
export type Step =
  /** `about`: rows that are meant here instead of those of the page. */
  | { readonly at: 'search'; readonly about: Meant | null }
  | { readonly at: 'ask'; readonly draft: Draft; readonly argument: Argument }
  /**
   * `preview` comes when the server has rehearsed; `problem` where it would not. What no server can rehearse is only
   * asked about.
   */
  | {
      readonly at: 'review'
      readonly draft: Draft
      readonly rehearses: boolean
      readonly preview: Preview | null
      readonly problem: string | null
      readonly since: number
    }
  | { readonly at: 'running'; readonly draft: Draft }
  /** Nobody answered; `sent`: it may have been done all the same. `again` has it done once, however often it was sent. */
  | {
      readonly at: 'unanswered'
      readonly draft: Draft
      readonly problem: string
      readonly sent: boolean
      readonly again: () => void
    }
  | { readonly at: 'outcome'; readonly draft: Draft; readonly batch: Batch }
  /** Whether a command can be run now, and if not, why. */
  | { readonly at: 'why'; readonly draft: Draft }

interface Palette {
  open: boolean
  text: string
  step: Step
  /** Counted up with every step: what arrives for an earlier one is dropped. */
  turn: number
  /** It was opened to search: one step back from a command leads there, and not out. */
  searched: boolean
  /** It stays open when a command has run. */
  stays: boolean
  /** What was not finished when it was closed. */
  left: Draft | null
}

const searching: Step = { at: 'search', about: null }

/** The palette: closed, searching, asking, reviewing, running or telling what became of it. */
export const palette = proxy<Palette>({
  ...{ open: false, text: '', step: ref(searching), turn: 0, searched: false, stays: false, left: null },
})
onSignOut(() => Object.assign(palette, { open: false, text: '', step: ref(searching), left: null }))

let opener: HTMLElement | null = null

/** Goes to `step`, with a line that says `text`. @returns whether it is still the one, for whoever waits for something. */
export function show(step: Step, text = ''): () => boolean {
  if (!palette.open) {
    opener ??= document.activeElement instanceof HTMLElement ? document.activeElement : null
    Object.assign(palette, { searched: step.at === 'search', stays: false })
  }
  const turn = palette.turn + 1
  Object.assign(palette, { open: true, text, step: ref(step), turn })
  return () => palette.open && palette.turn === turn
}

/** Goes to the search, about the rows of the page or about others. */
export const search = (text = '', about: Meant | null = null): void => {
  show({ at: 'search', about }, text)
  palette.searched = true
}

const unfinished = (step: Step): Draft | null =>
  step.at === 'ask' || step.at === 'review' || step.at === 'unanswered' ? step.draft : null

/** Closes the palette; the focus goes back to where it was. What was not finished, and what was typed, is kept. */
export function close(): void {
  if (!palette.open) return
  const { step, text } = palette
  Object.assign(palette, {
    open: false,
    text: step.at === 'search' ? text : '',
    step: ref(searching),
    turn: palette.turn + 1,
    left: unfinished(step) ? ref(unfinished(step)!) : palette.left,
  })
  // at once: the next key is meant for what stands there then
  if (document.activeElement?.closest('[role=dialog]')) opener?.focus({ preventScroll: true })
}

/** Puts the focus back to where it was, once the palette has gone. What has taken it, has it. */
export function giveBack(): void {
  if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
  opener = null
}

/** A command has run: the palette closes, unless it was asked to stay. */
export function over(): void {
  palette.left = null
  if (palette.stays) search()
  else {
    palette.text = ''
    close()
  }
}

/** The next argument that is still to be given; none when all are there. */
export const nextArgument = ({ command, args }: Draft): Argument | undefined =>
  argumentsOf(command).find(({ name }) => !(name in args))

/** `draft` with one argument more. */
export const withArgument = (draft: Draft, { name }: Argument, value: unknown, said?: string): Draft => ({
  ...draft,
  args: { ...draft.args, [name]: value },
  names: said === undefined ? draft.names : { ...draft.names, [name]: said },
})

/** `draft` without its last argument, and which that was; null where there is none to take away. */
export function withoutLast(draft: Draft): { draft: Draft; argument: Argument } | null {
  const argument = argumentsOf(draft.command).findLast(({ name }) => name in draft.args)
  if (!argument) return null
  const { [argument.name]: _, ...args } = draft.args
  const { [argument.name]: __, ...names } = draft.names
  return { draft: { ...draft, args, names }, argument }
}
