import { useEffect } from 'react'
import { subscribe } from 'valtio'
import { useSearch } from 'wouter/use-browser-location'
import { references } from '#contract/references.ts'
import { call } from '#src/call/call.ts'
import { say } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { type Argument, argumentsOf, isChosen, searchedFor } from './argument.ts'
import type { Command } from './define.ts'
import type { Given } from './drafting.ts'
import { begin } from './executor.ts'
import { loadMacros, macros, replay } from './macros.ts'
import type { Draft } from './palette.ts'
import { commandOf } from './registry.ts'
import { rowsById } from './rows.ts'
import { type Meant, scene } from './scene.ts'

/** Parameters of an address that are not arguments. */
const own = ['command', 'rows', 'v', 'macro'] as const
/** Most rows that a link names. */
const rowsMax = 100

/** What a link asks for; or why it cannot be followed, as a text key below `command.link`. */
type Asked = { readonly command: Command; readonly ids: readonly string[]; readonly args: Draft['args'] }
type Refusal = { readonly problem: 'malformed' | 'unknown' | 'newer' }

/** A value as it stands in an address: JSON where it is more than a word. */
const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function valueIn({ schema, field }: Argument, text: string): { value: unknown } | null {
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
export function readLink(params: URLSearchParams): Asked | Refusal {
  if ((params.get('v') ?? '1') !== '1') return { problem: 'newer' }
  const command = commandOf(params.get('command') ?? '')
  if (!command) return { problem: 'unknown' }
  const ids = (params.get('rows') ?? '').split(',').filter(Boolean)
  if (ids.length > rowsMax || ids.some((id) => !/^[\w-]{1,40}$/.test(id))) return { problem: 'malformed' }
  const args: Record<string, unknown> = {}
  for (const argument of argumentsOf(command)) {
    const text = params.get(argument.name)
    if (text === null || argument.secret || argument.file) continue
    const read = valueIn(argument, text)
    if (!read) return { problem: 'malformed' }
    args[argument.name] = read.value
  }
  return { command, ids, args }
}

/** Whether a value may stand in an address: a reason in free text may name somebody, so it is typed anew. */
const mayStand = (argument: Argument): boolean =>
  !argument.secret &&
  !argument.file &&
  (isChosen(argument) || ['money', 'count', 'rate', 'date'].includes(argument.field.kind))

/** The search of an address that opens the palette with a draft; null where its rows are too many to name. */
export function linkTo({ command, meant, args }: Pick<Draft, 'command' | 'meant' | 'args'>): string | null {
  const params = new URLSearchParams({ v: '1', command: command.id })
  if (meant) {
    const { selection } = meant
    if (!('ids' in selection) || selection.ids.length > rowsMax) return null
    params.set('rows', selection.ids.join(','))
  }
  for (const argument of argumentsOf(command)) {
    const value = args[argument.name]
    if (value !== undefined && mayStand(argument)) params.set(argument.name, written(value))
  }
  return `?${params}`
}

const refuse = (problem: string): void => toast('warn', say(`command.link.${problem}`), { ms: 5_000 })

/** How long a link waits for the list that it leads to. */
const patienceMs = 10_000

/** What is meant on the page, once its rows have come. */
function meantSoon(noun: string): Promise<Meant | null> {
  const now = () => (scene.list?.noun === noun ? scene.list.meant() : null)
  return new Promise((resolve) => {
    const end = (meant: Meant | null) => {
      clearTimeout(timer)
      stop()
      resolve(meant)
    }
    const look = () => {
      const meant = now()
      if (meant) end(meant)
    }
    const timer = setTimeout(() => end(null), patienceMs)
    const stop = subscribe(scene, look)
    look()
  })
}

/** The rows a link is about: those it names, as they are now; without any, what is meant on the page. */
async function rowsFor({ command, ids }: Asked): Promise<Meant | null | 'gone'> {
  if (!command.rows) return null
  if (ids.length === 0) return meantSoon(command.rows.noun)
  return (await rowsById(command.rows.noun, ids)) ?? 'gone'
}

type Named = Required<Pick<Given, 'args' | 'names' | 'typed'>>

/** What a record is called that a link names; one that can be chosen no longer is asked for anew, by its name. */
async function named(argument: Argument, id: unknown): Promise<Partial<Named>> {
  const { name } = argument
  const kind = searchedFor(argument)
  if (!kind || typeof id !== 'string') return {}
  const { found, closed } = await call(references.search, { kind, text: id })
  const [here, gone] = [found, closed].map((all) => all.find((one) => one.id === id)?.name)
  if (here !== undefined) return { names: { [name]: here } }
  return gone === undefined ? {} : { typed: { [name]: gone } }
}

/** The arguments of a link, as they are begun with. What cannot be looked up stays: the server has the last word. */
async function begun({ command, args }: Asked): Promise<Named> {
  const all = argumentsOf(command).filter(({ name }) => name in args)
  const known = await Promise.all(
    all.map((argument) => named(argument, args[argument.name]).catch((): Partial<Named> => ({}))),
  )
  const names = Object.fromEntries(known.flatMap((one) => Object.entries(one.names ?? {})))
  const typed = Object.fromEntries(known.flatMap((one) => Object.entries(one.typed ?? {})))
  return { args: Object.fromEntries(Object.entries(args).filter(([name]) => !(name in typed))), names, typed }
}

/** Opens the palette with what a link asks for. It carries no right and always asks. */
export async function follow(params: URLSearchParams): Promise<void> {
  const asked = readLink(params)
  if ('problem' in asked) return refuse(asked.problem)
  const [meant, given] = await Promise.all([rowsFor(asked), begun(asked)])
  if (meant === 'gone') return refuse('gone')
  await begin(asked.command, { ...(meant && { meant }), ...given, foreign: true })
}

/** Replays the macro a link names. It asks before every step. */
export async function followMacro(id: string): Promise<void> {
  if (!/^MC\d{6,18}$/.test(id)) return refuse('malformed')
  if (!macros.known) await loadMacros()
  const macro = macros.all.find((one) => one.id === id)
  if (!macro) return refuse('macroGone')
  const noun = commandOf(macro.steps[0]!.call.id)?.rows?.noun
  await replay(macro, noun === undefined ? null : await meantSoon(noun), true)
}

/** Copies the link that opens the palette with a draft: without free text and secrets, for rows that can be named. */
export async function copyLink(draft: Pick<Draft, 'command' | 'meant' | 'args'>): Promise<void> {
  const link = linkTo(draft)
  if (link === null) return refuse('tooMany')
  await copyAddress(link)
}

/** Copies the address of this page with another search. */
export async function copyAddress(search: string): Promise<void> {
  await navigator.clipboard.writeText(location.origin + location.pathname + search)
  toast('info', say('command.link.copied'))
}

/** The search of an address without what asks for a command. */
function without(params: URLSearchParams): string {
  const names = argumentsOfAny(params)
  const rest = new URLSearchParams([...params].filter(([name]) => !names.has(name)))
  return rest.size > 0 ? `?${rest}` : ''
}
const argumentsOfAny = (params: URLSearchParams): ReadonlySet<string> => {
  const command = commandOf(params.get('command') ?? '')
  return new Set([...own, ...(command ? argumentsOf(command).map(({ name }) => name) : [])])
}

/** Follows a link once it stands in the address, and takes it out of there. */
export function useLink(): void {
  const search = useSearch()
  useEffect(() => {
    const params = new URLSearchParams(search)
    if (!params.has('command') && !params.has('macro')) return
    history.replaceState(history.state, '', location.pathname + without(params) + location.hash)
    const macro = params.get('macro')
    void (macro === null ? follow(params) : followMacro(macro))
  }, [search])
}
