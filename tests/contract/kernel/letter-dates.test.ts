import { expect, test } from 'vitest'
import { formatDay } from '#contract/kernel/letter-dates.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

const months = Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}-03` as LocalDate)

test.each([
  ['en', 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'],
  ['es', 'ene feb mar abr may jun jul ago sept oct nov dic'],
  ['id', 'Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des'],
] as const)('letters in %s shorten months to %s', (language, said) => {
  expect(months.map((day) => formatDay(day, language))).toEqual(said.split(' ').map((month) => `3 ${month} 2026`))
})

test('letters in Vietnamese count months', () => {
  expect(months.map((day) => formatDay(day, 'vi'))).toEqual(months.map((_, i) => `3 thg ${i + 1}, 2026`))
})
