import type { z } from 'zod'
import type { Rehearsal } from '#contract/batches.ts'
import type { Endpoint, Input, Risk } from '#contract/kernel/endpoint.ts'
import type { Guard, Verdict } from '#contract/kernel/fault.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import type { Language, MessageId } from '#locales/index.ts'
import type { GridKey } from '#src/keyboard/default-shortcuts.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import type { PageAction } from './page-actions.ts'

/** `one`: exactly one row. `each`: every row that is meant, as one run in which a refused row stops no other. */
export type Arity = 'one' | 'each'

/** A row as commands see it: whatever its listing shows of it beside this. */
export interface AnyRow {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** Argument prompt: how one argument is asked for. Its kind follows from the endpoint's schema, its bounds from what the endpoint says. */
export interface ArgumentPrompt<Row = never> {
  /** What stands there before anybody types: of one row, from the row. */
  readonly first?: (row: Row) => unknown
  /** May be left out. */
  readonly optional?: true
  /** Choices that are offered only where this installation sends e-mail. */
  readonly mailOnly?: readonly string[]
  /** What whoever fills it in has to know, below it. */
  readonly hint?: MessageId
  /** Of which rows it is no secret, though of others it is. */
  readonly isPlain?: (row: Row) => boolean
}

/** How a command is taken back. */
export interface Undo {
  /** Its arguments, made of a row as it was before; null: of this row it cannot be taken back. */
  readonly args: (before: AnyRow) => Readonly<Record<string, unknown>> | null
}

/** Precondition of a command on no row, judged by what a reading call without arguments has answered last. */
export interface Precondition {
  readonly endpoint: Endpoint
  readonly judge: (answer: unknown) => Verdict
}

/** Extra words that find a command, and short codes typed whole. */
export interface SearchTerms {
  readonly words?: Readonly<Partial<Record<Language, readonly string[]>>>
  readonly codes?: readonly string[]
}

/** Command: something staff can make the console do; one declaration for palette, menus, bars, keys and links. */
export interface Command {
  /** `<noun>.<verb>`: its name in every language stands under it. */
  readonly id: MessageId
  readonly risk: Risk
  readonly requires: Requirement
  readonly keys?: Shortcut | undefined
  readonly search?: SearchTerms | undefined
  /** A dialog names the act and asks, whatever its risk. */
  readonly confirm: boolean
  /** It ends or gives up something for good: it stands last in menus, apart from what is done every day. */
  readonly destructive: boolean
  /** What everybody is told before it runs: what cannot be undone, and what else follows from it. */
  readonly warns?: MessageId | undefined
  /** By the fault that forbids it: the command that may be right instead. */
  readonly instead?: AlternativesByFault | undefined
  readonly undo?: Undo | undefined
  /** What rehearses it for one row, where that is not the general rehearsal. */
  readonly review?: RehearsalEndpoint | undefined
  /** It is done to the list in front, by whoever shows that. */
  readonly onList: GridKey | null
  /** The page whose toolbar it stands in; none: it is found in the palette. */
  readonly page: PageId | null
  /** The rows it acts on; none: it acts on no row. */
  readonly rows: {
    readonly noun: string
    readonly on: Arity
    readonly when: Guard<AnyRow> | null
    /** Most rows that the console itself can do at once, of those that are loaded. */
    readonly most?: number
  } | null
  /** Whether it can be done now, where it acts on no row; none: always. */
  readonly when?: Precondition | undefined
  /** What it calls, with what is asked for and what is constant. Without it, `run` does it. */
  readonly call: {
    readonly endpoint: Endpoint
    readonly args: Readonly<Record<string, ArgumentPrompt>>
    readonly fill: Readonly<Record<string, unknown>>
  } | null
  /** Of a command on each row: with all that are meant, the first in front. */
  readonly run: ((row: AnyRow | null, console: ConsoleApi, rows: readonly AnyRow[]) => void | Promise<void>) | null
  /** What the answer tells beside that it is done. */
  readonly told?: ((answer: unknown) => readonly string[]) | undefined
  /** What the console does with what the call has answered for one row. */
  readonly after?: ((answer: unknown, console: ConsoleApi) => void) | undefined
}

/** A call that tells of the row of an id what would be done. */
export type RehearsalEndpoint = Endpoint<string, z.ZodObject<{ id: z.ZodType<string> }>, typeof Rehearsal>

/** Commands that may be right where another is refused, by its fault. */
export type AlternativesByFault = Readonly<Partial<Record<string, MessageId>>>

/** What the console lends to a command that calls no endpoint. */
export interface ConsoleApi {
  copy(text: string): Promise<void>
  /** Goes to a page of the console, by its path. */
  go(path: string): void
  /** Says something in a toast. */
  say(key: MessageId): void
  /** Opens a panel of the console. */
  open(panel: DialogName): void
  /** Fetches the file that an endpoint answers, and saves it. */
  save<E extends Endpoint>(endpoint: E & { readonly file: true }, input: Input<E>): Promise<void>
  /** Hands an address to the programs of this machine: `tel:`, `https://wa.me/`. */
  openExternal(address: string): void
  /** Shows a secret that is shown this once. */
  showOnce(secret: OneTimeSecret): void
  /** Does something to the list in front. */
  list(action: GridKey): void
  /** Has a page that is no list do something, and goes to it where it is not in front. */
  page(page: PageId, action: PageAction): void
  /** Does something to what stands around the page. */
  shell(action: ShellAction): void
}

/** Secret that nobody can ask for again: what it is, whom it is for, and itself. */
export interface OneTimeSecret {
  readonly title: MessageId
  readonly hint: MessageId
  readonly value: string
}

/** What opens over the page and is no page itself. */
export type DialogName = 'help' | 'import' | 'keys' | 'macros' | 'settings' | 'changePassword' | 'errors'

/** What can be done to what stands around the page: its tabs, its look, its language. The shell carries it out. */
export type ShellAction =
  | 'nextTab'
  | 'previousTab'
  | 'closeTab'
  | 'closeOtherTabs'
  | 'closeAllTabs'
  | 'refreshTab'
  | 'fullScreen'
  | 'dark'
  | 'light'
  | 'asSystem'
  | 'signOut'
  | Language

/** Whether it cannot be made good again: such a command stands last, and apart. */
export const isDestructive = ({ risk, destructive }: Pick<Command, 'risk' | 'destructive'>): boolean =>
  risk === 'irreversible' || destructive

/** Risk as the search ranks it: what cannot be made good again counts as irreversible. */
export const searchRiskOf = (command: Pick<Command, 'risk' | 'destructive'>): Risk =>
  isDestructive(command) ? 'irreversible' : command.risk
