import { expect, test, vi } from 'vitest'
import type { Instant } from '#contract/kernel/values.ts'
import { blockSize, Pages, type Row, type RowSource } from '#src/grid/model/pages.ts'

const asOf = '2026-03-10T06:00:00Z' as Instant
const rowsFrom = (from: number, count: number): Row[] =>
  Array.from({ length: Math.max(0, count - from) }, (_, i) => ({ id: `R${from + i}` })).slice(0, blockSize)

/** A list of so many rows that answers at once; `broken` says of a place whether its page fails. */
function served(count: number, broken: (from: number) => unknown = () => null) {
  const asked: (readonly [from: number, asOf: string | null])[] = []
  const fetching: RowSource = {
    async page(from, _size, moment) {
      asked.push([from, moment])
      const error = broken(from)
      if (error) throw error
      return { rows: rowsFrom(from, count), asOf }
    },
    count: async () => count,
    isTransient: (error) => error === 'passing',
  }
  return { fetching, asked }
}

test('every page after the first is of the moment that the first was of', async () => {
  const { fetching, asked } = served(1_000)
  const pages = new Pages(() => {})
  pages.restart(fetching)

  await Promise.all([pages.fetchBlock(0), pages.fetchBlock(1), pages.fetchBlock(3)])

  expect(asked).toEqual([
    [0, null],
    [blockSize, asOf],
    [3 * blockSize, asOf],
  ])
  expect(pages.rowAt(601)?.id).toBe('R601')
})

test('a block that fails is tried three times more, then left until it is forgiven', async () => {
  vi.useFakeTimers()
  const fail = vi.fn((from: number) => (from === blockSize ? 'passing' : null))
  const { fetching } = served(1_000, fail)
  const pages = new Pages(() => {})
  pages.restart(fetching)
  await pages.fetchBlock(0)

  const failed = expect(pages.fetchBlock(1)).rejects.toBe('passing')
  await vi.advanceTimersByTimeAsync(10_000)
  await failed

  expect(fail.mock.calls.filter(([from]) => from === blockSize)).toHaveLength(4)
  expect([pages.isMissing(1), pages.failed.get(1), pages.rowAt(0)?.id]).toEqual([false, 'passing', 'R0'])
  fail.mockReturnValue(null)
  pages.clearFailures()
  expect(pages.isMissing(1)).toBe(true)
  expect(await pages.fetchBlock(1)).toHaveLength(blockSize)
  vi.useRealTimers()
})

test('what was refused is not tried again by itself', async () => {
  const fail = vi.fn(() => 'refused')
  const pages = new Pages(() => {})
  pages.restart(served(10, fail).fetching)

  await expect(pages.fetchBlock(0)).rejects.toBe('refused')

  expect(fail).toHaveBeenCalledTimes(1)
})

test('a list ends where a page comes up short, whatever was counted', async () => {
  const { fetching } = served(250)
  const pages = new Pages(() => {})
  pages.restart({ ...fetching, count: async () => 900 })

  await pages.fetchBlock(0)
  await pages.fetchBlock(1)

  expect(pages.length).toBe(250)
})

test('rows are kept while they are fetched again, and go under another filter', async () => {
  const { fetching } = served(300)
  const pages = new Pages(() => {})
  pages.restart(fetching)
  await pages.fetchBlock(0)

  pages.restart(fetching, { keep: true })
  expect([pages.rowAt(0)?.id, pages.isMissing(0), [...pages.ids()]]).toEqual(['R0', true, []])

  pages.restart(fetching)
  expect(pages.rowAt(0)).toBeUndefined()
})

test('only so many blocks are held: the one that was not looked at for longest goes', async () => {
  const { fetching } = served(20_000)
  const pages = new Pages(() => {})
  pages.restart(fetching)

  for (let block = 0; block < 60; block += 1) await pages.fetchBlock(block)

  expect(pages.cachedBlock(0)).toBeUndefined()
  expect(pages.cachedBlock(59)?.rows).toHaveLength(blockSize)
  expect([...pages.rows()]).toHaveLength(40 * blockSize)
})
