import { proxy, ref } from 'valtio'
import type { Batch, Preview } from '#contract/batches.ts'
import { type Argument, argumentsOf } from './argument.ts'
import type { Command } from './define.ts'
import type { Meant } from './scene.ts'

/** A command on its way: on what, and with which arguments so far. */
export interface Draft {
  readonly command: Command
  /** What it is for, as it was when it was chosen; nothing for commands that act on no row. */
  readonly meant: Meant | null
  readonly args: Readonly<Record<string, unknown>>
  /** What each given argument is called on the screen. */
  readonly shown: Readonly<Record<string, string>>
}

/** What the palette is at. */
export type Step =
  | { readonly at: 'search' }
  | { readonly at: 'ask'; readonly draft: Draft; readonly argument: Argument }
  /** `preview` comes when the server has rehearsed; `problem` where it would not. */
  | {
      readonly at: 'review'
      readonly draft: Draft
      readonly preview: Preview | null
      readonly problem: string | null
      readonly since: number
    }
  | { readonly at: 'running'; readonly draft: Draft }
  | { readonly at: 'outcome'; readonly draft: Draft; readonly batch: Batch }

interface Palette {
  open: boolean
  text: string
  step: Step
  /** Counted up with every step: what arrives for an earlier one is dropped. */
  turn: number
}

/** The palette: closed, searching, asking, reviewing, running or telling what became of it. */
export const palette = proxy<Palette>({ open: false, text: '', step: { at: 'search' }, turn: 0 })

let opener: HTMLElement | null = null

/** Goes to `step`, with an empty line. @returns whether it is still the one, for whoever waits for something. */
export function show(step: Step, text = ''): () => boolean {
  if (!palette.open) opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const turn = palette.turn + 1
  Object.assign(palette, { open: true, text, step: ref(step), turn })
  return () => palette.open && palette.turn === turn
}

/** Closes the palette; the focus goes back to where it was. */
export function close(): void {
  Object.assign(palette, { open: false, text: '', step: ref({ at: 'search' as const }), turn: palette.turn + 1 })
  opener?.focus({ preventScroll: true })
  opener = null
}

/** The next argument that is still to be given; none when all are there. */
export const nextArgument = ({ command, args }: Draft): Argument | undefined =>
  argumentsOf(command).find(({ name }) => !(name in args))

/** `draft` with one argument more. */
export const withArgument = (draft: Draft, { name }: Argument, value: unknown, shown: string): Draft => ({
  ...draft,
  args: { ...draft.args, [name]: value },
  shown: { ...draft.shown, [name]: shown },
})

/** `draft` without its last argument; null where there is none to take away. */
export function withoutLast(draft: Draft): Draft | null {
  const last = argumentsOf(draft.command).findLast(({ name }) => name in draft.args)
  if (!last) return null
  const { [last.name]: _, ...args } = draft.args
  const { [last.name]: __, ...shown } = draft.shown
  return { ...draft, args, shown }
}
