import { afterEach, expect, test, vi } from 'vitest'
import { KeyRepeat } from '#src/grid/table/key-repeat.ts'

afterEach(() => void vi.useRealTimers())

test('while a cursor runs a pointer that rests means no row, and a step by itself or the end of the run gives it back', () => {
  vi.useFakeTimers()
  const root = { dataset: {} as DOMStringMap } as HTMLElement // nothing else of it is touched
  const running = new KeyRepeat(root)
  const step = (ms: number) => {
    running.step()
    vi.advanceTimersByTime(ms)
  }

  for (let i = 0; i < 10; i++) step(300)
  expect(root.dataset.running).toBeUndefined()

  for (let i = 0; i < 10; i++) step(30)
  expect(root.dataset.running).toBe('')

  vi.advanceTimersByTime(100)
  expect(root.dataset.running).toBeUndefined()

  for (let i = 0; i < 10; i++) step(30)
  running.stop()
  expect([root.dataset.running, vi.getTimerCount()]).toEqual([undefined, 0])
})
