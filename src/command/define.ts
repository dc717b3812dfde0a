import type { z } from 'zod'
import type { LabelField } from '#contract/dictionaries/words.ts'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import type { Guard, Verdict } from '#contract/kernel/fault.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { Subject } from '#contract/kernel/subject.ts'
import type { PageId } from '#contract/menu.ts'
import type { MessageId, Translated, WithTexts } from '#locales/index.ts'
import type { GridKey } from '#src/keyboard/default-shortcuts.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import type {
  AlternativesByFault,
  AnyRow,
  ArgumentPrompt,
  Arity,
  Command,
  ConsoleApi,
  Precondition,
  RehearsalEndpoint,
  SearchTerms,
  Undo,
} from './command.ts'

type SubjectEndpoint = Endpoint & { readonly subject: Subject }
type Row<E extends SubjectEndpoint> = z.output<E['subject']['row']>
/** What the endpoint wants beside the row's id and version. */
type Args<E extends SubjectEndpoint> = Omit<Input<E>, 'id' | 'version'>

/** `ask` and `fill` together make all arguments of the endpoint, or the command does not compile. */
type FilledArgs<E extends SubjectEndpoint, Ask extends keyof Args<E>> = [Exclude<keyof Args<E>, Ask>] extends [never]
  ? { fill?: never }
  : { fill: Omit<Args<E>, Ask> }

/** What any command may say of itself. */
interface CommonOptions {
  keys?: Shortcut
  search?: SearchTerms
}

interface CommandOptions<E extends SubjectEndpoint, Ask extends keyof Args<E>> extends CommonOptions {
  on: Arity
  /** Narrower than what the endpoint allows, which is asked in any case. */
  when?: Guard<Row<E>>
  /** Arguments the palette asks for, in this order. */
  args?: [keyof Args<E>] extends [never] ? never : Readonly<Record<Ask, ArgumentPrompt<Row<E>>>>
  confirm?: true
  /** Ends or gives up something for good. */
  destructive?: true
  warns?: MessageId
  instead?: AlternativesByFault
  /** Tells what it would do to one row, where it does more than change that. */
  review?: RehearsalEndpoint
  /** Takes it back, with arguments made of each row as it was before. */
  undo?: { args: (before: Row<E>) => Partial<Args<E>> | null }
  /** Goes on with what was answered for one row. */
  after?: (answer: Output<E>, console: ConsoleApi) => void
}

/** A command that calls `endpoint`: palette, row menu, shortcut, review, toast and permission all follow from it. */
export function command<E extends SubjectEndpoint, const Ask extends keyof Args<E> = never>(
  translated: WithTexts<E>,
  {
    on,
    when,
    args,
    confirm = undefined,
    destructive = undefined,
    undo,
    keys,
    search,
    instead,
    review,
    warns,
    after,
    ...rest
  }: CommandOptions<E, Ask> & FilledArgs<E, Ask>,
): Command {
  const endpoint = translated as unknown as E & { id: MessageId } // without texts it does not compile
  return {
    id: endpoint.id,
    risk: endpoint.risk,
    requires: endpoint.requires,
    ...{ keys, search, instead, review, warns },
    undo: undo as Undo | undefined, // made of rows of the noun it was declared for
    after: after as Command['after'], // handed what its own endpoint has answered
    confirm: confirm === true,
    destructive: destructive === true,
    ...{ page: null, onList: null },
    // the executor hands a guard rows of the noun it was made for
    rows: { noun: endpoint.subject.noun, on, when: (when ?? endpoint.when ?? null) as Guard<AnyRow> | null },
    call: { endpoint, args: (args ?? {}) as Readonly<Record<string, ArgumentPrompt>>, fill: rest.fill ?? {} },
    run: null,
  }
}

/** About no row. Files are uploaded by pages: no command asks for one. */
type PlainEndpoint = Endpoint & { readonly subject?: undefined; readonly files?: undefined }
interface ActOptions<E extends PlainEndpoint, Given extends keyof Input<E>> extends CommonOptions {
  /** Every argument of the endpoint, in the order it is asked for, … */
  args: Readonly<Record<Exclude<keyof Input<E>, Given>, ArgumentPrompt>>
  /** … but those that only pages fill in, which know what is on the screen; the endpoint does without them. */
  given?: readonly (Given & OptionalKey<Input<E>>)[]
  page?: PageId
  confirm?: true
  /** What the answer tells beside that it is done. */
  told?: (answer: Output<E>) => readonly string[]
  /** Whether it can be done now. */
  when?: Precondition
}

/** A precondition by what a call of no arguments answers; until it has answered, it holds. */
export const whenAnswered = <E extends Endpoint>(endpoint: E, judge: (answer: Output<E>) => Verdict): Precondition => ({
  endpoint,
  judge: judge as Precondition['judge'], // handed what this endpoint has answered
})

/** Names of what may be left out. */
type OptionalKey<Of> = { [K in keyof Of]-?: undefined extends Of[K] ? K : never }[keyof Of]

/** A command that calls `endpoint` and is about no row. */
export function act<E extends PlainEndpoint, const Given extends keyof Input<E> = never>(
  translated: WithTexts<E>,
  parts: ActOptions<E, Given>,
): Command {
  const endpoint = translated as unknown as E & { id: MessageId } // as above
  const { args, given: _, page = null, confirm, told, ...common } = parts
  const { id, risk, requires } = endpoint
  const call = { endpoint, args: args as Readonly<Record<string, ArgumentPrompt>>, fill: {} } // by the names above
  return {
    id,
    risk,
    requires,
    ...common,
    confirm: confirm === true,
    destructive: false,
    told: told as Command['told'], // handed what its own endpoint has answered
    ...{ page, onList: null },
    rows: null,
    call,
    run: null,
  }
}

interface LocalOptions<S extends Subject | undefined> extends CommonOptions {
  /** The kind of row it works on; left out, it is offered everywhere. */
  subject?: S
  requires?: Requirement
  page?: PageId
  when?: (row: RowOf<S>) => Verdict
  run: (row: RowOf<S>, console: ConsoleApi) => void | Promise<void>
}
type RowOf<S extends Subject | undefined> = S extends Subject ? z.output<S['row']> : null

/** A command of the console itself, which calls no endpoint. */
export function local<const S extends Subject | undefined = undefined, const Id extends string = string>(
  id: Translated<Id>,
  parts: LocalOptions<S>,
): Command {
  const { subject, requires = 'anyone', page = null, run, when, ...common } = parts
  const guard = when && Object.assign(when, { reads: [] })
  return {
    id: id as MessageId, // any other does not compile
    risk: 'read',
    requires,
    ...common,
    confirm: false,
    destructive: false,
    ...{ page, onList: null },
    rows: subject ? { noun: subject.noun, on: 'one', when: (guard ?? null) as Guard<AnyRow> | null } : null, // as above
    call: null,
    run: (row, console) => run(row as RowOf<S>, console), // as above
  }
}

interface LocalOnRowsOptions<S extends Subject> extends CommonOptions {
  subject: S
  requires: Requirement
  /** Most rows at once. */
  most: number
  run: (rows: readonly RowOf<S>[], console: ConsoleApi) => void | Promise<void>
}

/** A command of the console itself on all rows that are meant, as far as they are known here. */
export const localOnRows = <const S extends Subject, const Id extends string>(
  id: Translated<Id>,
  { subject, most, run, ...options }: LocalOnRowsOptions<S>,
): Command => ({
  ...local(id, { ...options, run: () => {} }),
  rows: { noun: subject.noun, on: 'each', when: null, most },
  run: (_, console, rows) => run(rows as readonly RowOf<S>[], console), // rows of its subject
})

/** A command of the list in front: what its key does, for whoever looks for it. */
export const ofList = <const Id extends GridKey>(id: Translated<Id>, search?: SearchTerms): Command => ({
  ...local(id, { ...(search && { search }), run: (_, { list }) => list(id as GridKey) }), // its name is its key's
  onList: id as GridKey,
})

/** A row with labels, by language. */
type Labelled = Readonly<Record<LabelField, string | null>>
const label = (field: LabelField) => ({ optional: true as const, first: (row: Labelled) => row[field] ?? '' })
/** Arguments of labels, each begun with what the row has. */
export const labelArguments = {
  ...{ labelEn: label('labelEn'), labelZh: label('labelZh'), labelEs: label('labelEs') },
  ...{ labelVi: label('labelVi'), labelId: label('labelId'), labelJa: label('labelJa') },
} as const
