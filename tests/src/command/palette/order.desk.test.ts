import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { isDestructive } from '#src/command/command.ts'
import { activateItem } from '#src/command/palette/activate-item.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { firstSelectable, type PaletteItem } from '#src/command/palette/items/palette-item.ts'
import { itemsForTarget } from '#src/command/palette/items/pasted-ids.ts'
import { paletteState } from '#src/command/run/palette-state.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'

const english = { language: 'en', pinyin: true } as const
const chinese = { language: 'zh', pinyin: true } as const

const ids = (items: readonly PaletteItem[]) => items.map(({ id }) => id)
/** Operations in front of pay-outs that have failed. */
async function atPayouts(desk: Desk, ...of: readonly string[]) {
  await desk.sit('ops')
  return desk.mean('loans.failedPayouts', of)
}

test('what can be run stands above what cannot; of that three are seen with why, and the rest is folded', async ({
  desk,
  given,
}) => {
  const target = await atPayouts(desk, (await given.loan()).id)

  const sections = findItems('re', target, english)
  const off = sections.findIndex(({ items }) => items.some(({ disabled }) => disabled))
  const { name, items, count } = sections[off]!
  const fold = items.at(-1)!

  expect(
    sections
      .slice(0, off)
      .flatMap((section) => section.items)
      .some(({ disabled }) => disabled),
  ).toBe(false)
  expect(sections.slice(off + 1)).toEqual([]) // nothing that can run stands behind the fold
  expect(name).toBe('notNow')
  expect(items.slice(0, 3).every(({ disabled, detail }) => disabled && detail !== '')).toBe(true)
  expect(fold).toMatchObject({ id: 'notNow', autoSelect: false, title: { text: `and ${count! - 3} more` } })

  if (fold.action.to === 'run') fold.action.run()

  expect(paletteState.text).toBe('?re')
})

test('the best match is on top and highlighted, whatever its group', async ({ desk, given }) => {
  const target = await atPayouts(desk, (await given.loan()).id)

  const tops = ['orders', 're-disburse', 'dark', 'failed payouts', 'columns'].map((typed) => {
    const sections = findItems(typed, target, english)
    return { typed, top: sections[0]!.items[0]!.id, highlighted: firstSelectable(sections) }
  })

  expect(tops.slice(0, 4).map(({ top }) => top)).toEqual([
    'menu.orders',
    'loans.redisburse',
    'shell.darkTheme',
    'menu.failedPayouts',
  ])
  for (const { top, highlighted } of tops.slice(0, 4)) expect(highlighted).toBe(top)
})

test('money is neither on top nor highlighted by less than the beginning of its name', async ({ desk, given }) => {
  const target = await atPayouts(desk, (await given.loan()).id)

  const sections = findItems('disburse', target, english)
  const byName = findItems('re-disb', target, english)

  expect(sections[0]!.items[0]!.id).not.toBe('loans.redisburse')
  expect(firstSelectable(sections)).not.toBe('loans.redisburse')
  expect(firstSelectable(byName)).toBe('loans.redisburse')
})

test('what cannot be run on rows of other lists keeps nothing from being highlighted', async ({ desk, given }) => {
  await desk.sit('manager')
  const target = await desk.mean('loans.orders', [(await given.plan()).loanId])

  for (const typed of ['pay', 'tra']) {
    const sections = findItems(typed, target, english)

    expect(sections[0]!.items[0]).toMatchObject({ disabled: false })
    expect(firstSelectable(sections), typed).not.toBeNull()
  }
})

test('hk is repayments first on every page of a Chinese screen', async ({ desk, given }) => {
  const loan = await given.loan()
  const plan = await given.plan()
  await desk.sit('manager')
  const targets = [null, await desk.mean('loans.failedPayouts', [loan.id]), await desk.mean('plans.list', [plan.id])]

  const tops = targets.map((target) => ids(findItems('hk', target, chinese)[0]!.items).slice(0, 2))

  expect(tops).toEqual(Array.from({ length: 3 }, () => ['menu.plans', 'menu.payments']))
})

test('two letters of another language find nothing; three do', async ({ desk }) => {
  await desk.sit('manager')

  const found = (typed: string) => ids(findItems(typed, null, english).flatMap(({ items }) => items))

  expect(found('hk')).toEqual([])
  expect(found('hkj')).toContain('menu.plans')
})

test('what ends something for good is neither on top nor highlighted by less than the beginning of its name', async ({
  desk,
  given,
}) => {
  const target = await atPayouts(desk, (await given.loan({ state: 31 })).id)

  const sections = findItems('disburse', target, english)
  const byName = findItems('cancel disb', target, english)

  const found = ids(sections.flatMap(({ items }) => items))
  expect(sections[0]!.items[0]!.id).not.toBe('loans.cancelDisbursement')
  expect(firstSelectable(sections)).not.toBe('loans.cancelDisbursement')
  expect(found.indexOf('loans.cancelDisbursement')).toBeGreaterThan(found.indexOf('loans.redisburse'))
  expect(firstSelectable(byName)).toBe('loans.cancelDisbursement')
})

test('where the best hit cannot be run now, Enter tells why, and one step back leads to what was typed', async ({
  desk,
  given,
}) => {
  const target = await atPayouts(desk, (await given.loan({ state: 31 })).id, (await given.loan({ state: 31 })).id)
  const all = findItems('change card', target, english).flatMap(({ items }) => items)

  const leading = all.find(({ id }) => id === firstSelectable(findItems('change card', target, english)))!
  paletteState.text = 'change card'
  activateItem(leading, { targetOverride: null })

  expect(leading).toMatchObject({ id: 'loans.changeCard', disabled: true, readOnly: true })
  expect(await desk.at('why')).toMatchObject({ draft: { command: { id: 'loans.changeCard' } }, targetOverride: null })
  expect(paletteState.text).toBe('change card')
  expect(desk.sent).toEqual([])
})

test('with nothing typed the first row is highlighted or none: what moves money waits to be pointed at', async ({
  desk,
  given,
}) => {
  const target = await atPayouts(desk, (await given.loan({ state: 31 })).id)
  const onPayouts = findItems('', target, english)
  const nowhere = findItems('', null, english)

  expect(onPayouts[0]!.items[0]).toMatchObject({ id: 'loans.redisburse', autoSelect: false })
  expect(firstSelectable(onPayouts, false)).toBeNull()
  expect(firstSelectable(nowhere, false)).toBe(nowhere[0]!.items[0]!.id)
})

test('of pasted ids what is done every day comes first, what is dangerous last, what cannot be done below it', async ({
  desk,
  given,
}) => {
  const { id } = await given.loan({ state: 31 })
  const target = await atPayouts(desk, id)

  const [pasted, off] = itemsForTarget(target, [id])

  const commands = pasted!.items.flatMap(({ action }) => (action.to === 'command' ? [action.command] : []))
  const dangerous = commands.map(isDestructive)
  expect(commands[0]!.id).toBe('loans.redisburse')
  expect(dangerous).toContain(true)
  expect(dangerous.lastIndexOf(false)).toBeLessThan(dangerous.indexOf(true))
  expect(off).toMatchObject({ name: 'notNow' })
  expect(off!.items.length).toBeLessThanOrEqual(4)
})

test('what is called so comes before what staff call only something like it', async ({ desk }) => {
  await desk.sit('leader')

  expect(ids(findItems('case', null, english)[0]!.items)[0]).toMatch(/^menu\.|^cases\./)
})
