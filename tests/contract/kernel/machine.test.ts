import { expect, test } from 'vitest'
import { machine } from '#contract/kernel/machine.ts'

const door = machine('doors.state', {
  open: { close: 'closed', paint: 'open' },
  closed: { open: 'open', lock: 'locked', paint: 'closed' },
  locked: { unlock: 'closed' },
  walled: {},
})
const coded = machine('codes.state', { 30: { next: 7 }, 7: {} })

test('the states are the rows of the table: words as they stand, codes as numbers', () => {
  expect(door.states).toEqual(['open', 'closed', 'locked', 'walled'])
  expect(coded.states).toEqual([7, 30])
})

test('a state is a field that takes the states and nothing else', () => {
  expect(door.State.parse('locked')).toBe('locked')
  expect(coded.State.parse(30)).toBe(30)
  expect(door.State.safeParse('ajar').success).toBe(false)
  expect(coded.State.safeParse('30').success).toBe(false)
})

test('an event leads where the table says, and nowhere from any other state', () => {
  expect(door.after('closed', 'lock')).toBe('locked')
  expect(door.after('open', 'paint')).toBe('open')
  expect(door.after('open', 'lock')).toBeUndefined()
  expect(door.after('walled', 'open')).toBeUndefined()
})

test('an event knows the states that allow it, a state the events it allows', () => {
  expect(door.from('paint')).toEqual(['open', 'closed'])
  expect(door.events('closed')).toEqual(['open', 'lock', 'paint'])
  expect(door.events('walled')).toEqual([])
})

test('what is allowed now is ok', () => {
  expect(door.can('paint')({ state: 'closed' })).toEqual({ ok: true })
})

test('what is not allowed now says in which state the row is and which states would do', () => {
  expect(door.can('paint')({ state: 'locked' })).toEqual({
    ok: false,
    fault: 'not_allowed_now',
    values: {
      state: { vocabulary: 'doors.state', value: 'locked' },
      needs: [
        { vocabulary: 'doors.state', value: 'open' },
        { vocabulary: 'doors.state', value: 'closed' },
      ],
    },
  })
})

test('a target that is no state, and an event that no state knows, do not compile', () => {
  // @ts-expect-error
  expect(machine('doors.state', { open: { close: 'shut' } }).states).toEqual(['open'])
  // @ts-expect-error
  expect(door.after('open', 'explode')).toBeUndefined()
})
