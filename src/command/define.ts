import type { z } from 'zod'
import type { Endpoint, Input, Risk, Subject } from '#contract/kernel/endpoint.ts'
import type { Guard, Verdict } from '#contract/kernel/fault.ts'
import type { May } from '#contract/kernel/rights.ts'
import type { Money } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import type { Language, MessageId } from '#locales/index.ts'
import type { Keys } from './keys/keys.ts'

/** `one`: exactly one row. `each`: every row that is meant, as one run in which a refused row stops no other. */
export type Arity = 'one' | 'each'

/** A row as commands see it: whatever its listing shows of it beside this. */
export interface AnyRow {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** How one argument is asked for. Its kind follows from the endpoint's schema. */
export interface Asking<Row = never> {
  /** What stands there before anybody types: of one row, from the row. */
  readonly first?: (row: Row) => unknown
  /** The most that can be asked for one row; shown while typing. */
  readonly most?: (row: Row) => Money | number
  /** May be left out. */
  readonly optional?: true
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
  /** The page whose toolbar it stands in; none: it is found in the palette. */
  readonly page: PageId | null
  /** The rows it acts on; none: it acts on no row. */
  readonly rows: { readonly noun: string; readonly on: Arity; readonly when: Guard<AnyRow> | null } | null
  /** What it calls, with what is asked for and what is constant. Without it, `run` does it. */
  readonly call: {
    readonly endpoint: Endpoint
    readonly ask: Readonly<Record<string, Asking>>
    readonly fill: Readonly<Record<string, unknown>>
  } | null
  readonly run: ((row: AnyRow | null, console: Console) => void | Promise<void>) | null
}

type Acting = Endpoint<MessageId> & { readonly subject: Subject }
type Row<E extends Acting> = z.output<E['subject']['row']>
/** What the endpoint wants beside the row's id and version. */
type Args<E extends Acting> = Omit<Input<E>, 'id' | 'version'>

/** `ask` and `fill` together make all arguments of the endpoint, or the command does not compile. */
type Rest<E extends Acting, Ask extends keyof Args<E>> = [Exclude<keyof Args<E>, Ask>] extends [never]
  ? { fill?: never }
  : { fill: Omit<Args<E>, Ask> }

interface Parts<E extends Acting, Ask extends keyof Args<E>> {
  on: Arity
  /** Narrower than what the endpoint allows, which is asked in any case. */
  when?: Guard<Row<E>>
  /** Arguments the palette asks for, in this order. */
  ask?: [keyof Args<E>] extends [never] ? never : Readonly<Record<Ask, Asking<Row<E>>>>
  keys?: Keys
  confirm?: true
  search?: Findable
}

/** A command that calls `endpoint`: palette, row menu, shortcut, review, toast and permission all follow from it. */
export function command<E extends Acting, const Ask extends keyof Args<E> = never>(
  endpoint: E,
  { on, when, ask, keys, confirm = undefined, search, ...rest }: Parts<E, Ask> & Rest<E, Ask>,
): Command {
  return {
    id: endpoint.id,
    risk: endpoint.risk,
    may: endpoint.may,
    keys,
    search,
    confirm: confirm === true,
    page: null,
    // the executor hands a guard rows of the noun it was made for
    rows: { noun: endpoint.subject.noun, on, when: (when ?? endpoint.when ?? null) as Guard<AnyRow> | null },
    call: { endpoint, ask: (ask ?? {}) as Readonly<Record<string, Asking>>, fill: rest.fill ?? {} },
    run: null,
  }
}

type Unrowed = Endpoint<MessageId> & { readonly subject?: undefined }
interface ActParts<E extends Unrowed> {
  /** Every argument of the endpoint, in the order it is asked for. */
  ask: Readonly<Record<keyof Input<E>, Asking>>
  page?: PageId
  keys?: Keys
  confirm?: true
  search?: Findable
}

/** A command that calls `endpoint` and is about no row. */
export function act<E extends Unrowed>(endpoint: E, parts: ActParts<E>): Command {
  const { ask, page = null, keys, confirm, search } = parts
  const { id, risk, may } = endpoint
  const call = { endpoint, ask: ask as Readonly<Record<string, Asking>>, fill: {} } // by the names above
  return { id, risk, may, keys, search, confirm: confirm === true, page, rows: null, call, run: null }
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
}

/** What opens over the page and is no page itself. */
export type Panel = 'import'

interface LocalParts<S extends Subject | undefined> {
  /** The kind of row it works on; left out, it is offered everywhere. */
  subject?: S
  may?: May
  page?: PageId
  when?: (row: RowOf<S>) => Verdict
  keys?: Keys
  search?: Findable
  run: (row: RowOf<S>, console: Console) => void | Promise<void>
}
type RowOf<S extends Subject | undefined> = S extends Subject ? z.output<S['row']> : null

/** A command of the console itself, which calls no endpoint. */
export function local<const S extends Subject | undefined = undefined>(id: MessageId, parts: LocalParts<S>): Command {
  const { subject, may = 'anyone', page = null, keys, search, run, when } = parts
  const guard = when && Object.assign(when, { reads: [] })
  return {
    id,
    risk: 'read',
    may,
    keys,
    search,
    confirm: false,
    page,
    rows: subject ? { noun: subject.noun, on: 'one', when: (guard ?? null) as Guard<AnyRow> | null } : null, // as above
    call: null,
    run: run as NonNullable<Command['run']>, // as above
  }
}
