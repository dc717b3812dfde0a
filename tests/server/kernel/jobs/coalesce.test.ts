import { expect, test } from 'vitest'
import { coalesced } from '#server/kernel/jobs/coalesce.ts'

interface Asked {
  readonly keys: (readonly string[])[]
}

/** Answers every key but `none` in capital letters, and writes down what was looked up together. */
const inCapitals = () =>
  coalesced(
    (key: string) => key,
    async (place: Asked, keys) => {
      place.keys.push(keys)
      if (keys.includes('broken')) throw new Error('cannot be read')
      return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
    },
  )

test('what is asked for together is looked up together, each once, and everybody is told their own', async () => {
  const [capital, place] = [inCapitals(), { keys: [] }]

  const told = await Promise.all(['a', 'b', 'a', 'none'].map((key) => capital(place, key)))

  expect(told).toEqual(['A', 'B', 'A', undefined])
  expect(place.keys).toEqual([['a', 'b', 'none']])
})

test('what is asked for later is looked up anew, and another place by itself', async () => {
  const [capital, place, other] = [inCapitals(), { keys: [] }, { keys: [] }]

  await Promise.all([capital(place, 'a'), capital(other, 'b')])
  await capital(place, 'a')

  expect(place.keys).toEqual([['a'], ['a']])
  expect(other.keys).toEqual([['b']])
})

test('a look-up that fails fails for those who share it, and for nobody after them', async () => {
  const [capital, place] = [inCapitals(), { keys: [] }]

  const together = await Promise.allSettled([capital(place, 'a'), capital(place, 'broken')])

  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await capital(place, 'a')).toBe('A')
})
