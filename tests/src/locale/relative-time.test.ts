import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { languages } from '#locales/index.ts'
import { formatAgo } from '#src/locale/relative-time.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

for (const code of languages) {
  const { locale }: { locale: ILocale } = await import(`../../../src/locale/bundles/${code}.ts`)
  dayjs.locale(locale, undefined, true)
}

test.for([
  [0, '0 minutes ago'],
  [minute - 1, '0 minutes ago'],
  [minute, '1 minute ago'],
  [2 * minute - 1, '1 minute ago'],
  [2 * minute, '2 minutes ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [day - 1, '23 hours ago'],
  [day, '1 day ago'],
  [2 * day - 1, '1 day ago'],
  [40 * day, '40 days ago'],
  [4000 * day, '4000 days ago'],
  [-day, '0 minutes ago'],
] as const)('%i ms ago is %s', ([past, said]) => {
  expect(formatAgo(1e12 - past, 1e12, 'en')).toBe(said)
})

test.for([
  ['zh', '0分钟前', '1分钟前', '5分钟前', '1小时前', '3小时前', '1天前', '9天前'],
  [
    'es',
    'hace 0 minutos',
    'hace 1 minuto',
    'hace 5 minutos',
    'hace 1 hora',
    'hace 3 horas',
    'hace 1 día',
    'hace 9 días',
  ],
  ['vi', '0 phút trước', '1 phút trước', '5 phút trước', '1 giờ trước', '3 giờ trước', '1 ngày trước', '9 ngày trước'],
  [
    ...['id', '0 menit yang lalu', '1 menit yang lalu', '5 menit yang lalu', '1 jam yang lalu', '3 jam yang lalu'],
    ...['1 hari yang lalu', '9 hari yang lalu'],
  ],
  ['ja', '0 分前', '1 分前', '5 分前', '1 時間前', '3 時間前', '1 日前', '9 日前'],
])('how long ago it was is said in %s', ([language, ...said]) => {
  const past = [0, minute, 5 * minute, hour, 3 * hour, day, 9 * day]

  expect(past.map((ms) => formatAgo(1e12 - ms, 1e12, language!))).toEqual(said)
})

test('a language without words of its own for times is answered in English', () => {
  expect(formatAgo(0, hour, 'xx')).toBe('1 hour ago')
})
