import { expect } from 'vitest'
import { importsSettled } from '#server/modules/imports/background.ts'
import { chunkPace } from '#server/modules/imports/chunk-pace.ts'
import { loansCsv, named, test } from './support.ts'

test('while a book comes in, pages are answered and show what has come', async ({ calls }) => {
  const ops = calls()
  const lines = 600
  const { import: uploaded, mapping } = await ops.upload({ loans: loansCsv(Array.from({ length: lines }, () => ({}))) })
  let over = false

  await ops.start(uploaded.id, named(mapping))
  const ended = importsSettled().then(() => {
    over = true
  })
  const seen = new Set<number>()
  while (!over) seen.add((await ops.get(uploaded.id)).loaded)
  await ended

  const between = [...seen].filter((loaded) => loaded > 0 && loaded < lines)
  expect(between.length).toBeGreaterThan(2)
  expect(between).toEqual(between.toSorted((a, b) => a - b))
  expect(await ops.get(uploaded.id)).toMatchObject({ state: 'finished', loaded: lines })
})

test('a chunk that takes long has a smaller one behind it, and a quick one a larger one, within bounds', async () => {
  const pace = chunkPace({ kind: 'embedded', idle: async () => {} })
  const after = async (tookMs: number, times: number) => {
    for (let i = 0; i < times; i++) await pace.rest(tookMs)
    return pace.size()
  }

  const least = pace.size()
  expect(await after(1, 1)).toBe(2 * least)
  expect(await after(1, 9)).toBe(1_000)
  expect(await after(400, 1)).toBe(500)
  expect(await after(400, 9)).toBe(least)
})
