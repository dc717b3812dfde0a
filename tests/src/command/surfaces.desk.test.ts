import './browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import type { Macro } from '#contract/macros.ts'
import { commands } from '#src/catalogue.ts'
import { type ActionTarget, activePage } from '#src/command/active-list.ts'
import { globalBindings, rowCommandBindings } from '#src/command/keymap/global-bindings.ts'
import { activateItem } from '#src/command/palette/activate-item.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { itemsForTarget } from '#src/command/palette/items/pasted-ids.ts'
import { openLink } from '#src/command/palette/link.ts'
import { replayMacro } from '#src/command/palette/macros/macros.ts'
import { allowedCommands, commandOf } from '#src/command/registry.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { commandHistory } from '#src/command/run/history.ts'
import { closePalette, paletteState } from '#src/command/run/palette-state.ts'
import { repeatLast } from '#src/command/run/repeat-last.ts'
import { offerUndo } from '#src/command/run/undo.ts'
import { say } from '#src/locale/text.ts'
import { currentSession } from '#src/session/base/session.ts'
import { type Desk, test } from './desk.ts'

const money = 'loans.redisburse'
const english = { language: 'en', pinyin: true } as const

interface Attempt {
  readonly id: string
  readonly target: ActionTarget
  readonly args?: Readonly<Record<string, unknown>>
}

/** Everything that a person can start a command by. Each does what is there for them to do. */
const surfaces: Readonly<Record<string, (attempt: Attempt) => unknown>> = {
  palette: ({ id, target }) => {
    const found = findItems(say(id), target, english).flatMap((section) => section.items)
    for (const one of found)
      if (one.action.to === 'command' && one.action.command.id === id) activateItem(one, { targetOverride: null })
  },
  'menu, bar and toolbar': ({ id }) =>
    allowedCommands()
      .filter((one) => one.id === id)
      .map((one) => startCommand(one)),
  key: ({ id, target }) =>
    [...rowCommandBindings([target.noun]), ...globalBindings()]
      .filter((one) => one.id === id)
      .map((one) => one.run(null)),
  link: ({ id, target, args = {} }) => {
    const params = new URLSearchParams({
      command: id,
      rows: 'ids' in target.selection ? target.selection.ids.join() : '',
    })
    for (const [name, value] of Object.entries(args)) params.set(name, JSON.stringify(value))
    return openLink(params)
  },
  repeat: ({ id, args = {} }) => {
    commandHistory.entries = [{ id, at: 0, count: 1, args, names: {} }]
    repeatLast()
  },
  history: ({ id, target, args = {} }) => {
    commandHistory.entries = [{ id, at: 0, count: 1, args, names: {} }]
    for (const found of findItems('!', target, english).flatMap((section) => section.items))
      activateItem(found, { targetOverride: null })
  },
  macro: ({ id, target, args = {} }) => {
    const steps = [{ call: { v: 1, id, selection: null, args }, names: {}, holes: [] }]
    const made = { maker: { id: currentSession.user!.userId, name: 'x' }, at: '2026-03-10T06:00:00Z' }
    return replayMacro({ id: 'MC1', name: 'x', steps, shared: false, ...made } as unknown as Macro, target) // as a server would have it
  },
  'what was left': ({ id, target, args = {} }) => {
    const command = commandOf(id) ?? commands.find((one) => one.id === id)!
    paletteState.unfinished = ref({ command, target, args, names: {}, initialTexts: {}, untrusted: false })
    for (const found of findItems('', target, english).find(({ name }) => name === 'unfinished')?.items ?? [])
      activateItem(found, { targetOverride: null })
  },
  'a name with arguments': ({ id, target }) => {
    for (const found of findItems(`${say(id)} -1`, target, english).flatMap((section) => section.items))
      if (found.action.to === 'command' && found.action.command.id === id) activateItem(found, { targetOverride: null })
  },
  'pasted ids': ({ id, target }) => {
    const ids = 'ids' in target.selection ? target.selection.ids : []
    for (const found of itemsForTarget(target, ids).flatMap((section) => section.items))
      if (found.action.to === 'command' && found.action.command.id === id) activateItem(found, { targetOverride: null })
  },
  undo: ({ id, target, args = {} }) => {
    const command = commandOf(id)
    return command && offerUndo({ command, groups: [{ target, args }] }, startCommand)()
  },
}
const names = Object.keys(surfaces)

/** Calls that would have done something, after all that was started has come to rest. */
async function done(desk: Desk): Promise<string[]> {
  await desk.rest()
  return desk.sent.filter((id) => id !== 'batches.preview')
}

test.for(names)('by %s, what one may not do never reaches the server', async (name, { desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('cs')
  const target = await desk.mean('loans.failedPayouts', [id])

  await surfaces[name]!({ id: money, target })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
  expect(paletteState.open && paletteState.step.at !== 'search').toBe(false)
})

test.for(names)('by %s, what the rows do not allow now never reaches the server', async (name, { desk, given }) => {
  const { id } = await given.loan({ state: 30 })
  await desk.sit('ops')
  const target = await desk.mean('loans.applications', [id])

  await surfaces[name]!({ id: money, target })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
})

test.for(names)('by %s, money is rehearsed, and moves only when that was confirmed', async (name, { desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  const target = await desk.mean('loans.failedPayouts', [id])

  await surfaces[name]!({ id: money, target })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual(['batches.preview'])
  expect((await desk.at('review')).draft.command.id).toBe(money)
})

test.for(names)('by %s, arguments that cannot be are asked for instead of sent', async (name, { desk, given }) => {
  const { id } = await given.plan()
  await desk.sit('cs')
  const target = await desk.mean('plans.list', [id])
  closePalette()

  await surfaces[name]!({
    id: 'reductions.request',
    target,
    args: { amount: { minor: 1.5, currency: 'INR' }, reason: '' },
  })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
  if (paletteState.open) expect((await desk.at('ask')).argument.name).toBe('amount')
})

test.for(names.filter((name) => !['link', 'undo'].includes(name)))(
  'by %s, nothing is done to no rows at all',
  async (name, { desk, given }) => {
    await given.loan()
    await desk.sit('ops')
    const target = await desk.mean('loans.failedPayouts', [])
    activePage.list = { ...activePage.list!, target: () => null }

    await surfaces[name]!({ id: money, target: { ...target, count: 0 } })

    expect(desk.sent).toEqual([])
  },
)

test.for(names)('by %s, customers are left alone out of hours', async (name, { desk, given }) => {
  const { id } = await given.case({ collector: 'collector' })
  await desk.sit('collector')
  const target = await desk.mean('cases.open', [id])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T13:30:00Z') })

  await surfaces[name]!({ id: 'cases.call', target })

  vi.useRealTimers()
  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
})

test.for(names)('by %s, a customer is called in hours, once that was confirmed', async (name, { desk, given }) => {
  const { id } = await given.case({ collector: 'collector' })
  await desk.sit('collector')
  const target = await desk.mean('cases.open', [id])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T06:00:00Z') })

  await surfaces[name]!({ id: 'cases.call', target })

  vi.useRealTimers()
  expect((await desk.at('review')).draft.command.id).toBe('cases.call')
  expect(await done(desk)).toEqual([])
})

test.for(names)('by %s, what works on one row is not done to two', async (name, { desk, given }) => {
  const ids = [(await given.loan()).id, (await given.loan()).id]
  await desk.sit('ops')
  const target = await desk.mean('loans.failedPayouts', ids)

  await surfaces[name]!({ id: 'loans.changeCard', target, args: { reason: 'x' } })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
  expect(['search', 'why'], 'nothing is asked for it').toContain(desk.step().at)
})

test.for(names)('by %s, rows of another kind are not touched', async (name, { desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('ops')
  const target = await desk.mean('tickets.operation', [id])

  await surfaces[name]!({ id: money, target })

  expect(await done(desk)).toEqual([])
  expect(desk.sent).toEqual([])
})
