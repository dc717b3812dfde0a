import './browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import type { Macro } from '#contract/macros.ts'
import { commands } from '#src/catalogue.ts'
import { globalBindings, rowBindings } from '#src/command/bindings.ts'
import { choose } from '#src/command/choose.ts'
import { begin } from '#src/command/executor.ts'
import { history } from '#src/command/history.ts'
import { follow } from '#src/command/link.ts'
import { replay } from '#src/command/macros.ts'
import { find } from '#src/command/modes.ts'
import { close, palette } from '#src/command/palette.ts'
import { offersFor } from '#src/command/pasted.ts'
import { allowed, commandOf } from '#src/command/registry.ts'
import { repeatLast } from '#src/command/repeat.ts'
import { type Meant, scene } from '#src/command/scene.ts'
import { offerUndo } from '#src/command/undo.ts'
import { say } from '#src/locale/text.ts'
import { session } from '#src/session/session.ts'
import { type Desk, test } from './desk.ts'

const money = 'loans.redisburse'
const english = { language: 'en', pinyin: true } as const

interface Attempt {
  readonly id: string
  readonly meant: Meant
  readonly args?: Readonly<Record<string, unknown>>
}

/** Everything that a person can start a command by. Each does what is there for them to do. */
const surfaces: Readonly<Record<string, (attempt: Attempt) => unknown>> = {
  palette: ({ id, meant }) => {
    const found = find(say(id), meant, english).flatMap((section) => section.found)
    for (const one of found)
      if (one.target.to === 'command' && one.target.command.id === id) choose(one, { about: null })
  },
  'menu, bar and toolbar': ({ id }) =>
    allowed()
      .filter((one) => one.id === id)
      .map((one) => begin(one)),
  key: ({ id, meant }) =>
    [...rowBindings(meant.noun), ...globalBindings()].filter((one) => one.id === id).map((one) => one.run(null)),
  link: ({ id, meant, args = {} }) => {
    const params = new URLSearchParams({
      command: id,
      rows: 'ids' in meant.selection ? meant.selection.ids.join() : '',
    })
    for (const [name, value] of Object.entries(args)) params.set(name, JSON.stringify(value))
    return follow(params)
  },
  repeat: ({ id, args = {} }) => {
    history.past = [{ id, at: 0, count: 1, args, names: {} }]
    repeatLast()
  },
  history: ({ id, meant, args = {} }) => {
    history.past = [{ id, at: 0, count: 1, args, names: {} }]
    for (const found of find('!', meant, english).flatMap((section) => section.found)) choose(found, { about: null })
  },
  macro: ({ id, meant, args = {} }) => {
    const steps = [{ call: { v: 1, id, selection: null, args }, names: {}, holes: [] }]
    const made = { maker: { id: session.user!.userId, name: 'x' }, at: '2026-03-10T06:00:00Z' }
    return replay({ id: 'MC1', name: 'x', steps, shared: false, ...made } as unknown as Macro, meant) // as a server would have it
  },
  'what was left': ({ id, meant, args = {} }) => {
    const command = commandOf(id) ?? commands.find((one) => one.id === id)!
    palette.left = ref({ command, meant, args, names: {}, typed: {}, foreign: false })
    for (const found of find('', meant, english).find(({ name }) => name === 'unfinished')?.found ?? [])
      choose(found, { about: null })
  },
  'a name with arguments': ({ id, meant }) => {
    for (const found of find(`${say(id)} -1`, meant, english).flatMap((section) => section.found))
      if (found.target.to === 'command' && found.target.command.id === id) choose(found, { about: null })
  },
  'pasted ids': ({ id, meant }) => {
    const ids = 'ids' in meant.selection ? meant.selection.ids : []
    for (const found of offersFor(meant, ids).flatMap((section) => section.found))
      if (found.target.to === 'command' && found.target.command.id === id) choose(found, { about: null })
  },
  undo: ({ id, meant, args = {} }) => {
    const command = commandOf(id)
    return command && offerUndo({ command, parts: [{ meant, args }] }, begin)()
  },
}
const names = Object.keys(surfaces)

/** Calls that would have done something, after all that was started has come to rest. */
async function done(desk: Desk): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return desk.sent.filter((id) => id !== 'batches.preview')
}

test.for(names)('by %s, what one may not do never reaches the server', async (name, { desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('cs')
  const meant = await desk.mean('loans.failedPayouts', [id])

  await surfaces[name]!({ id: money, meant })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
  expect(palette.open && palette.step.at !== 'search').toBe(false)
})

test.for(names)('by %s, what the rows do not allow now never reaches the server', async (name, { desk, given }) => {
  const { id } = await given.loan({ state: 30 })
  await desk.sit('ops')
  const meant = await desk.mean('loans.applications', [id])

  await surfaces[name]!({ id: money, meant })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
})

test.for(names)('by %s, money is rehearsed, and moves only when that was confirmed', async (name, { desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  const meant = await desk.mean('loans.failedPayouts', [id])

  await surfaces[name]!({ id: money, meant })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual(['batches.preview'])
  expect((await desk.at('review')).draft.command.id).toBe(money)
})

test.for(names)('by %s, arguments that cannot be are asked for instead of sent', async (name, { desk, given }) => {
  const { id } = await given.plan()
  await desk.sit('cs')
  const meant = await desk.mean('plans.list', [id])
  close()

  await surfaces[name]!({
    id: 'reductions.request',
    meant,
    args: { amount: { minor: 1.5, currency: 'INR' }, reason: '' },
  })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
  if (palette.open) expect((await desk.at('ask')).argument.name).toBe('amount')
})

test.for(names.filter((name) => !['link', 'undo'].includes(name)))(
  'by %s, nothing is done to no rows at all',
  async (name, { desk, given }) => {
    await given.loan()
    await desk.sit('ops')
    const meant = await desk.mean('loans.failedPayouts', [])
    scene.list = { ...scene.list!, meant: () => null }

    await surfaces[name]!({ id: money, meant: { ...meant, count: 0 } })

    expect(desk.sent).toEqual([])
  },
)

test.for(names)('by %s, customers are left alone out of hours', async (name, { desk, given }) => {
  const { id } = await given.case({ collector: 'collector' })
  await desk.sit('collector')
  const meant = await desk.mean('cases.open', [id])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T13:30:00Z') })

  await surfaces[name]!({ id: 'cases.call', meant })

  vi.useRealTimers()
  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
})

test.for(names)('by %s, a customer is called in hours, once that was confirmed', async (name, { desk, given }) => {
  const { id } = await given.case({ collector: 'collector' })
  await desk.sit('collector')
  const meant = await desk.mean('cases.open', [id])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T06:00:00Z') })

  await surfaces[name]!({ id: 'cases.call', meant })

  vi.useRealTimers()
  expect((await desk.at('review')).draft.command.id).toBe('cases.call')
  expect(await done(desk)).toEqual([])
})

test.for(names)('by %s, what works on one row is not done to two', async (name, { desk, given }) => {
  const ids = [(await given.loan()).id, (await given.loan()).id]
  await desk.sit('ops')
  const meant = await desk.mean('loans.failedPayouts', ids)

  await surfaces[name]!({ id: 'loans.changeCard', meant, args: { reason: 'x' } })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
  expect(desk.step().at, 'nothing is asked for it').toBe('search')
})

test.for(names)('by %s, rows of another kind are not touched', async (name, { desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('ops')
  const meant = await desk.mean('tickets.operation', [id])

  await surfaces[name]!({ id: money, meant })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
})
