import type { z } from 'zod'
import type { Preview } from '#contract/batches.ts'
import type { Endpoint, Input, Output, Risk, Subject } from '#contract/kernel/endpoint.ts'
import type { Guard, Verdict } from '#contract/kernel/fault.ts'
import type { May } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import type { Language, MessageId } from '#locales/index.ts'
import type { FrameAct } from '#src/shell/acts.ts'
import type { Keys } from './keys/keys.ts'

/** `one`: exactly one row. `each`: every row that is meant, as one run in which a refused row stops no other. */
export type Arity = 'one' | 'each'

/** A row as commands see it: whatever its listing shows of it beside this. */
export interface AnyRow {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** How one argument is asked for. Its kind follows from the endpoint's schema, its bounds from what the endpoint says. */
export interface Asking<Row = never> {
  /** What stands there before anybody types: of one row, from the row. */
  readonly first?: (row: Row) => unknown
  /** Of a date: not before the day it is where the business runs. */
  readonly from?: 'today'
  /** May be left out. */
  readonly optional?: true
}

/** How a file is asked for. */
export interface AskingFile {
  /** Kinds of files that are offered, as a browser knows them: `.csv,text/csv`. */
  readonly accept?: string
  readonly optional?: true
}

/** How a command is taken back. */
export interface Undo {
  /** The command that does it; left out, the same one again. */
  readonly by?: MessageId
  /** Its arguments, made of a row as it was before; null: of this row it cannot be taken back. */
  readonly args: (before: AnyRow) => Readonly<Record<string, unknown>> | null
}

/** Extra words that find a command, and short codes typed whole. */
export interface Findable {
  readonly words?: Readonly<Partial<Record<Language, readonly string[]>>>
  readonly codes?: readonly string[]
}

/** Everything staff can make the console do: one declaration for palette, menus, bars, keys and links. */
export interface Command {
  /** `<noun>.<verb>`: its name in every language stands under it. */
  readonly id: MessageId
  readonly risk: Risk
  readonly may: May
  readonly keys?: Keys | undefined
  readonly search?: Findable | undefined
  /** A dialog names the act and asks, whatever its risk. */
  readonly confirm: boolean
  /** What everybody is told before it runs: what cannot be undone, and what else follows from it. */
  readonly warns?: MessageId | undefined
  /** Ids that it had before: old links, histories and macros still know it. */
  readonly replaces?: readonly string[] | undefined
  /** By the fault that forbids it: the command that may be right instead. */
  readonly instead?: Instead | undefined
  readonly undo?: Undo | undefined
  /** What rehearses it for one row, where that is not the general rehearsal. */
  readonly review?: Rehearsing | undefined
  /** The page whose toolbar it stands in; none: it is found in the palette. */
  readonly page: PageId | null
  /** The rows it acts on; none: it acts on no row. */
  readonly rows: { readonly noun: string; readonly on: Arity; readonly when: Guard<AnyRow> | null } | null
  /** What it calls, with what is asked for and what is constant. Without it, `run` does it. */
  readonly call: {
    readonly endpoint: Endpoint
    readonly ask: Readonly<Record<string, Asking>>
    /** The files that are asked for behind that, by name. */
    readonly files: Readonly<Record<string, AskingFile>>
    readonly fill: Readonly<Record<string, unknown>>
  } | null
  readonly run: ((row: AnyRow | null, console: Console) => void | Promise<void>) | null
  /** What the console does with what the call has answered for one row. */
  readonly after?: ((answer: unknown, console: Console) => void) | undefined
}

/** A call that tells of the row of an id what would be done. */
type Rehearsing = Endpoint<string, z.ZodObject<{ id: z.ZodType<string> }>, typeof Preview>

/** Commands that may be right where another is refused, by its fault. */
export type Instead = Readonly<Partial<Record<string, MessageId>>>

type Acting = Endpoint<MessageId> & { readonly subject: Subject }
type Row<E extends Acting> = z.output<E['subject']['row']>
/** What the endpoint wants beside the row's id and version. */
type Args<E extends Acting> = Omit<Input<E>, 'id' | 'version'>

/** `ask` and `fill` together make all arguments of the endpoint, or the command does not compile. */
type Rest<E extends Acting, Ask extends keyof Args<E>> = [Exclude<keyof Args<E>, Ask>] extends [never]
  ? { fill?: never }
  : { fill: Omit<Args<E>, Ask> }

/** What any command may say of itself. */
interface Common {
  keys?: Keys
  search?: Findable
  replaces?: readonly string[]
}

interface Parts<E extends Acting, Ask extends keyof Args<E>> extends Common {
  on: Arity
  /** Narrower than what the endpoint allows, which is asked in any case. */
  when?: Guard<Row<E>>
  /** Arguments the palette asks for, in this order. */
  ask?: [keyof Args<E>] extends [never] ? never : Readonly<Record<Ask, Asking<Row<E>>>>
  confirm?: true
  warns?: MessageId
  instead?: Instead
  /** Tells what it would do to one row, where it does more than change that. */
  review?: Rehearsing
  /** Takes it back, with arguments made of each row as it was before. */
  undo?: { by?: MessageId; args: (before: Row<E>) => Partial<Args<E>> | null }
  /** Goes on with what was answered for one row. */
  after?: (answer: Output<E>, console: Console) => void
}

/** A command that calls `endpoint`: palette, row menu, shortcut, review, toast and permission all follow from it. */
export function command<E extends Acting, const Ask extends keyof Args<E> = never>(
  endpoint: E,
  {
    on,
    when,
    ask,
    confirm = undefined,
    undo,
    keys,
    search,
    replaces,
    instead,
    review,
    warns,
    after,
    ...rest
  }: Parts<E, Ask> & Rest<E, Ask>,
): Command {
  return {
    id: endpoint.id,
    risk: endpoint.risk,
    may: endpoint.may,
    ...{ keys, search, replaces, instead, review, warns },
    undo: undo as Undo | undefined, // made of rows of the noun it was declared for
    after: after as Command['after'], // handed what its own endpoint has answered
    confirm: confirm === true,
    page: null,
    // the executor hands a guard rows of the noun it was made for
    rows: { noun: endpoint.subject.noun, on, when: (when ?? endpoint.when ?? null) as Guard<AnyRow> | null },
    call: { endpoint, ask: (ask ?? {}) as Readonly<Record<string, Asking>>, files: {}, fill: rest.fill ?? {} },
    run: null,
  }
}

type Unrowed = Endpoint<MessageId> & { readonly subject?: undefined }
interface ActParts<E extends Unrowed> extends Common {
  /** Every argument of the endpoint, in the order it is asked for. */
  ask: Readonly<Record<keyof Input<E>, Asking>>
  /** Every file of the endpoint that is asked for. One that takes files takes nothing else. */
  files?: E extends { readonly files: readonly string[] } ? Readonly<Record<string, AskingFile>> : never
  page?: PageId
  confirm?: true
}

/** A command that calls `endpoint` and is about no row. */
export function act<E extends Unrowed>(endpoint: E, parts: ActParts<E>): Command {
  const { ask, files = {}, page = null, confirm, ...common } = parts
  const { id, risk, may } = endpoint
  const call = { endpoint, ask: ask as Readonly<Record<string, Asking>>, files, fill: {} } // by the names above
  return { id, risk, may, ...common, confirm: confirm === true, page, rows: null, call, run: null }
}

/** What the console lends to a command that calls no endpoint. */
export interface Console {
  copy(text: string): Promise<void>
  /** Goes to a page of the console, by its path. */
  go(path: string): void
  /** Says something in a toast. */
  say(key: MessageId): void
  /** Opens a panel of the console. */
  open(panel: Panel): void
  /** Fetches the file that an endpoint answers, and saves it. */
  save<E extends Endpoint>(endpoint: E & { readonly file: true }, input: Input<E>): Promise<void>
  /** Hands an address to the programs of this machine: `tel:`, `https://wa.me/`. */
  hand(address: string): void
  /** Does something to what stands around the page: its tabs, its look, its language. */
  frame(act: FrameAct): void
}

/** What opens over the page and is no page itself. */
export type Panel = 'import' | 'keys' | 'macros'

interface LocalParts<S extends Subject | undefined> extends Common {
  /** The kind of row it works on; left out, it is offered everywhere. */
  subject?: S
  may?: May
  page?: PageId
  when?: (row: RowOf<S>) => Verdict
  run: (row: RowOf<S>, console: Console) => void | Promise<void>
}
type RowOf<S extends Subject | undefined> = S extends Subject ? z.output<S['row']> : null

/** A command of the console itself, which calls no endpoint. */
export function local<const S extends Subject | undefined = undefined>(id: MessageId, parts: LocalParts<S>): Command {
  const { subject, may = 'anyone', page = null, run, when, ...common } = parts
  const guard = when && Object.assign(when, { reads: [] })
  return {
    id,
    risk: 'read',
    may,
    ...common,
    confirm: false,
    page,
    rows: subject ? { noun: subject.noun, on: 'one', when: (guard ?? null) as Guard<AnyRow> | null } : null, // as above
    call: null,
    run: run as NonNullable<Command['run']>, // as above
  }
}
