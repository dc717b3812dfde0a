import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import type { Macro, MacroStep } from '#contract/macros.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { withArgument } from '#src/command/arguments/draft.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { openLink, openMacroLink } from '#src/command/palette/link.ts'
import {
  isPlaceholderByDefault,
  loadMacros,
  macroState,
  macroStepOf,
  recordableEntries,
  replayMacro,
  saveMacro,
} from '#src/command/palette/macros/macros.ts'
import { advance, confirmReview } from '#src/command/run/executor.ts'
import { closePalette, paletteState } from '#src/command/run/palette-state.ts'
import { toasts } from '#src/ui/feedback/toast.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'
import type { Given } from '#tests/support/given.ts'

const english = { language: 'en', pinyin: true } as const
const step = (id: string, args: MacroStep['call']['args'] = {}, holes: string[] = []): MacroStep => ({
  ...{ call: { v: 1, id, selection: null, args }, names: {}, holes },
})
const keep = async (name: string, steps: MacroStep[]): Promise<Macro> => {
  await saveMacro({ name, steps, shared: false })
  return macroState.all.find((one) => one.name === name)!
}
const done = {
  id: 'tickets.transfer',
  at: 1,
  count: 3,
  args: { to: 'SVC', note: 'Asha called' },
  names: { to: 'Customer service' },
}
const acts = (desk: Desk) => desk.sent.filter((id) => !['batches.preview', 'macros.save'].includes(id))

test('what was done becomes a step: without its rows, and free text is asked for each time', async ({ desk }) => {
  await desk.sit('cs')
  const holes = argumentsOf(desk.command('tickets.transfer')).flatMap((one) =>
    isPlaceholderByDefault(one) ? [one.name] : [],
  )

  expect(holes).toEqual(['note'])
  expect(macroStepOf(done, new Set(holes))).toEqual({
    ...{ call: { v: 1, id: 'tickets.transfer', selection: null, args: { to: 'SVC' } } },
    ...{ names: { to: 'Customer service' }, holes: ['note'] },
  })
  const past = [
    done,
    { ...done, id: 'menu.plans' },
    { ...done, id: 'loans.redisburse' },
    { ...done, id: 'shell.fullScreen' },
  ]
  expect(recordableEntries(past).map(({ id }) => id)).toEqual(['tickets.transfer'])
})

test('steps are run one after the other on the same rows, and what was left open is asked', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('cs')
  await desk.mean('tickets.operation', [id])
  const macro = await keep('there and back', [
    step('tickets.transfer', { to: 'SVC' }, ['note']),
    step('tickets.transfer', { to: 'OPS' }, ['note']),
  ])

  await replayMacro(macro)
  const first = await desk.at('ask')
  expect(first.argument.name).toBe('note')
  void advance(withArgument(first.draft, first.argument, 'first'))
  await expect.poll(() => paletteState.step.at === 'ask' && paletteState.step.draft.args.to).toBe('OPS')
  const second = await desk.at('ask')
  await advance(withArgument(second.draft, second.argument, undefined))

  expect(acts(desk)).toEqual(['tickets.transfer', 'tickets.transfer'])
  await expect.poll(desk.said).toContain('“there and back” has run')
})

test('it stops at the first step that is refused', async ({ desk, given, server }) => {
  const { id } = await given.ticket()
  await desk.sit('cs')
  await desk.mean('tickets.operation', [id])
  const macro = await keep('twice', [
    step('tickets.transfer', { to: 'SVC', note: 'x' }),
    step('tickets.transfer', { to: 'OPS', note: 'x' }),
  ])
  await server.app.database.query(`update tickets set title = title || '.'`)

  await replayMacro(macro)

  await expect.poll(desk.said).toContain('“twice” stopped at step 1 of 2')
  expect(acts(desk)).toEqual(['tickets.transfer'])
})

test('every step is checked for whoever replays it, and money is reviewed', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  const macro = await keep('again', [step('loans.redisburse')])
  await desk.mean('loans.failedPayouts', [id])

  await replayMacro(macro)
  const review = await desk.at('review')
  expect(acts(desk)).toEqual([])
  await confirmReview(review)
  expect(acts(desk)).toEqual([])
  await desk.sit('cs')
  await replayMacro(macro)

  expect(desk.said()).toContain('Step 1 of “again” is no command of yours')
  expect(acts(desk)).toEqual([])
})

test('a macro of somebody else, or that came by a link, asks before every step', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('cs')
  await desk.mean('tickets.operation', [id])
  const macro = await keep('over', [step('tickets.transfer', { to: 'SVC', note: 'x' })])

  await openMacroLink(macro.id)

  expect((await desk.at('review')).draft.untrusted).toBe(true)
  expect(acts(desk)).toEqual([])
})

test.for([
  ['MC12', 'This link is not written as it should be'],
  ['<script>', 'This link is not written as it should be'],
  ['MC991231000001', 'The macro of this link is not there, or not shared with you'],
])('a link to the macro %s opens nothing and says why', async ([id, why], { desk }) => {
  await desk.sit('cs')
  await loadMacros()

  await openMacroLink(id!)

  expect(desk.said()).toContain(why)
  expect(paletteState.open).toBe(false)
  expect(acts(desk)).toEqual([])
})

test.for([
  ['command=loans.explode', 'This link asks for a command that you do not have'],
  ['command=loans.redisburse', 'This link asks for a command that you do not have'],
  ['command=tickets.transfer&rows=a;b', 'This link is not written as it should be'],
  ['command=reductions.request&rows=PL1&amount=lots', 'This link is not written as it should be'],
  ['command=tickets.transfer&rows=TK991231000001', 'The rows of this link are not there, or not yours to see'],
  ['command=tickets.transfer&rows=TK1&v=7', 'This link was made by a newer console; load the page again'],
])('the link %s opens nothing and says why', async ([search, why], { desk }) => {
  await desk.sit('cs')

  await openLink(new URLSearchParams(search))

  expect(desk.said()).toContain(why)
  expect(paletteState.open).toBe(false)
  expect(acts(desk)).toEqual([])
})

test('a macro is found by its name, and one with money leads only by its beginning', async ({ desk }) => {
  await desk.sit('ops')
  await keep('morning round', [step('loans.redisburse')])
  const found = (typed: string) => findItems(typed, null, english).find(({ name }) => name === 'macros')?.items[0]

  expect(found('morn')).toMatchObject({ title: { text: 'morning round' }, detail: 'Re-disburse', autoSelect: true })
  expect(found('round')).toMatchObject({ autoSelect: false })
  expect(found('')).toMatchObject({ autoSelect: false })
  expect(found('evening')).toBeUndefined()
})

test('a macro that is called as a command with its argument is what is meant by its whole name', async ({ desk }) => {
  await desk.sit('manager')
  await keep('open tickets', [step('loans.redisburse')])
  const first = (typed: string) => findItems(typed, null, english)[0]?.name

  expect(first('Open tickets')).toBe('macros')
  expect(first('tickets')).not.toBe('macros')
  expect(first('open ticket')).toBe('macros') // the command of that name cannot run on no row
})

/** More rows than are done before the call answers. */
const long = 101
async function longRun(desk: Desk, given: Given): Promise<Macro> {
  for (let i = 0; i < long; i++) await given.ticket()
  await desk.sit('cs')
  await desk.meanAll('tickets.operation', long)
  return keep('round', [
    step('tickets.transfer', { to: 'SVC', note: 'x' }),
    step('tickets.transfer', { to: 'OPS', note: 'x' }),
  ])
}

test('a run that takes its time is waited for, and the next step begins when all of it is done', async ({
  desk,
  given,
}) => {
  const macro = await longRun(desk, given)

  await replayMacro(macro)

  await expect.poll(desk.said).toContain('“round” has run')
  expect(acts(desk)).toEqual(['batches.start', 'batches.start'])
})

test('whoever turns to something else while a run goes on says when the next step begins', async ({ desk, given }) => {
  const macro = await longRun(desk, given)
  const ready = () => toasts.waiting.find(({ message }) => message === 'Step 1 of 2 of “round” is done')

  await replayMacro(macro)
  await desk.at('outcome')
  closePalette()

  await expect.poll(ready).toBeDefined()
  expect(acts(desk)).toEqual(['batches.start'])
  ready()!.action!.run()
  await desk.at('outcome')
  expect(acts(desk)).toEqual(['batches.start', 'batches.start'])
})

test('a run in which something was refused stops it', async ({ desk, given, server }) => {
  const macro = await longRun(desk, given)
  await server.app.database.query(
    `update tickets set state = 'closed' where id = (select max(id) from tickets where desk = 'operation')`,
  )

  await replayMacro(macro)

  await expect.poll(desk.said).toContain('“round” stopped at step 1 of 2')
  expect(acts(desk)).toEqual(['batches.start'])
})
