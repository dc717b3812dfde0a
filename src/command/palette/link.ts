import { useEffect } from 'react'
import { subscribe } from 'valtio'
import { useSearch } from 'wouter/use-browser-location'
import { references } from '#contract/references.ts'
import { call } from '#src/call/call.ts'
import { type ActionTarget, activePage } from '#src/command/active-list.ts'
import { type Argument, argumentsOf, isPickedFromList, referenceKindOf } from '#src/command/arguments/argument.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import type { Command } from '#src/command/command.ts'
import { commandOf } from '#src/command/registry.ts'
import { copyAddress } from '#src/command/run/console-api.ts'
import type { DraftInput } from '#src/command/run/create-draft.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { fetchTarget } from '#src/command/run/fetch-target.ts'
import { say } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { loadMacros, macroState, replayMacro } from './macros/macros.ts'

/** Parameters of an address that are not arguments. */
const reservedParams = ['command', 'rows', 'v', 'macro'] as const
/** Most rows that a link names. */
const rowsMax = 100

/** What a link asks for; or why it cannot be followed, as a text key below `command.link`. */
type LinkRequest = { readonly command: Command; readonly ids: readonly string[]; readonly args: Draft['args'] }
type LinkProblem = { readonly problem: 'malformed' | 'unknown' | 'newer' }

/** A value as it stands in an address: JSON where it is more than a word. */
const serializeValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function parseValue({ schema, field }: Argument, text: string): { value: unknown } | null {
  const plain = schema.safeParse(text)
  if (plain.success && field.kind !== 'money') return { value: plain.data }
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? { value: parsed.data } : null
  } catch {
    return null
  }
}

/** Reads the parameters of a link. */
export function parseLink(params: URLSearchParams): LinkRequest | LinkProblem {
  if ((params.get('v') ?? '1') !== '1') return { problem: 'newer' }
  const command = commandOf(params.get('command') ?? '')
  if (!command) return { problem: 'unknown' }
  const ids = (params.get('rows') ?? '').split(',').filter(Boolean)
  if (ids.length > rowsMax || ids.some((id) => !/^[\w-]{1,40}$/.test(id))) return { problem: 'malformed' }
  const args: Record<string, unknown> = {}
  for (const argument of argumentsOf(command)) {
    const text = params.get(argument.name)
    if (text === null || argument.secret) continue
    const read = parseValue(argument, text)
    if (!read) return { problem: 'malformed' }
    args[argument.name] = read.value
  }
  return { command, ids, args }
}

/** Whether a value may stand in an address: a reason in free text may name somebody, so it is typed anew. */
const isLinkable = (argument: Argument): boolean =>
  !argument.secret && (isPickedFromList(argument) || ['money', 'count', 'rate', 'date'].includes(argument.field.kind))

/** The search of an address that opens the palette with a draft; null where its rows are too many to name. */
export function linkFor({ command, target, args }: Pick<Draft, 'command' | 'target' | 'args'>): string | null {
  const params = new URLSearchParams({ v: '1', command: command.id })
  if (target) {
    const { selection } = target
    if (!('ids' in selection) || selection.ids.length > rowsMax) return null
    params.set('rows', selection.ids.join(','))
  }
  for (const argument of argumentsOf(command)) {
    const value = args[argument.name]
    if (value !== undefined && isLinkable(argument)) params.set(argument.name, serializeValue(value))
  }
  return `?${params}`
}

const toastLinkProblem = (problem: string): void => toast('warn', say(`command.link.${problem}`), { ms: 5_000 })

/** How long a link waits for the list that it leads to. */
const listTimeoutMs = 10_000

/** What is meant on the page, once its rows have come. */
function waitForTarget(noun: string): Promise<ActionTarget | null> {
  const now = () => (activePage.list?.noun === noun ? activePage.list.target() : null)
  return new Promise((resolve) => {
    const end = (target: ActionTarget | null) => {
      clearTimeout(timer)
      stop()
      resolve(target)
    }
    const look = () => {
      const target = now()
      if (target) end(target)
    }
    const timer = setTimeout(() => end(null), listTimeoutMs)
    const stop = subscribe(activePage, look)
    look()
  })
}

/** The rows a link is about: those it names, as they are now; without any, what is meant on the page. */
async function targetOfLink({ command, ids }: LinkRequest): Promise<ActionTarget | null | 'gone'> {
  if (!command.rows) return null
  if (ids.length === 0) return waitForTarget(command.rows.noun)
  return (await fetchTarget(command.rows.noun, ids)) ?? 'gone'
}

type LinkArguments = Required<Pick<DraftInput, 'args' | 'names' | 'initialTexts'>>

/** What a record is called that a link names; one that can be chosen no longer is asked for anew, by its name. */
async function lookUpReference(argument: Argument, id: unknown): Promise<Partial<LinkArguments>> {
  const { name } = argument
  const kind = referenceKindOf(argument)
  if (!kind || typeof id !== 'string') return {}
  const { found, closed } = await call(references.search, { kind, text: id })
  const [here, gone] = [found, closed].map((all) => all.find((one) => one.id === id)?.name)
  if (here !== undefined) return { names: { [name]: here } }
  return gone === undefined ? {} : { initialTexts: { [name]: gone } }
}

/** The arguments of a link, as they are begun with. What cannot be looked up stays: the server has the last word. */
async function argumentsOfLink({ command, args }: LinkRequest): Promise<LinkArguments> {
  const all = argumentsOf(command).filter(({ name }) => name in args)
  const known = await Promise.all(
    all.map((argument) => lookUpReference(argument, args[argument.name]).catch((): Partial<LinkArguments> => ({}))),
  )
  const names = Object.fromEntries(known.flatMap((one) => Object.entries(one.names ?? {})))
  const typed = Object.fromEntries(known.flatMap((one) => Object.entries(one.initialTexts ?? {})))
  return {
    args: Object.fromEntries(Object.entries(args).filter(([name]) => !(name in typed))),
    names,
    initialTexts: typed,
  }
}

/** Opens the palette with what a link asks for. It carries no right and always asks. */
export async function openLink(params: URLSearchParams): Promise<void> {
  const asked = parseLink(params)
  if ('problem' in asked) return toastLinkProblem(asked.problem)
  const [target, given] = await Promise.all([targetOfLink(asked), argumentsOfLink(asked)])
  if (target === 'gone') return toastLinkProblem('gone')
  await startCommand(asked.command, { ...(target && { target }), ...given, untrusted: true })
}

/** Replays the macro a link names. It asks before every step. */
export async function openMacroLink(id: string): Promise<void> {
  if (!/^MC\d{6,18}$/.test(id)) return toastLinkProblem('malformed')
  if (!macroState.known) await loadMacros()
  const macro = macroState.all.find((one) => one.id === id)
  if (!macro) return toastLinkProblem('macroGone')
  const noun = commandOf(macro.steps[0]!.call.id)?.rows?.noun
  await replayMacro(macro, noun === undefined ? null : await waitForTarget(noun), true)
}

/** Copies the link that opens the palette with a draft: without free text and secrets, for rows that can be named. */
export async function copyLink(draft: Pick<Draft, 'command' | 'target' | 'args'>): Promise<void> {
  const link = linkFor(draft)
  if (link === null) return toastLinkProblem('tooMany')
  await copyAddress(link)
}

/** The search of an address without what asks for a command. */
function withoutCommand(params: URLSearchParams): string {
  const names = paramsOfCommand(params)
  const rest = new URLSearchParams([...params].filter(([name]) => !names.has(name)))
  return rest.size > 0 ? `?${rest}` : ''
}
const paramsOfCommand = (params: URLSearchParams): ReadonlySet<string> => {
  const command = commandOf(params.get('command') ?? '')
  return new Set([...reservedParams, ...(command ? argumentsOf(command).map(({ name }) => name) : [])])
}

/** Follows a link once it stands in the address, and takes it out of there. */
export function useCommandLink(): void {
  const search = useSearch()
  useEffect(() => {
    const params = new URLSearchParams(search)
    if (!params.has('command') && !params.has('macro')) return
    history.replaceState(history.state, '', location.pathname + withoutCommand(params) + location.hash)
    const macro = params.get('macro')
    void (macro === null ? openLink(params) : openMacroLink(macro))
  }, [search])
}
