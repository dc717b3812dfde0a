import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { Random, type Weighted } from '#server/seed/history/random.ts'

interface Model {
  readonly brand: string
  readonly model: string
  readonly memoryMb: number
}
const models: Weighted<Model> = [
  [{ brand: 'Nimbus', model: 'N5', memoryMb: 4_096 }, 30],
  [{ brand: 'Nimbus', model: 'N7 Pro', memoryMb: 8_192 }, 14],
  [{ brand: 'Tarang', model: 'T2', memoryMb: 3_072 }, 26],
  [{ brand: 'Tarang', model: 'T4', memoryMb: 6_144 }, 18],
  [{ brand: 'Orbit', model: 'One', memoryMb: 2_048 }, 12],
]
const versions = ['11', '12', '13', '14', '15']
const languages = ['en', 'hi', 'mr', 'ta', 'te']
const operators = ['Saarang', 'Mobilink', 'Vayu']
/** So many in a thousand use a phone that others use as well, one of so many. */
const [sharedShare, sharedDevices] = [0.015, 400]
const oldestMade: LocalDate = '2021-01-01' as LocalDate // a day of any calendar
const madeWithinDays = 1_500

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random.int(0, 15).toString(16)).join('')

/** The mark of what a customer uses the app on: always the same. */
export function deviceMark(id: IdOf<'customer'>): string {
  const random = new Random(`${id} device`)
  const mark = random.chance(sharedShare) ? new Random(`shared ${random.int(1, sharedDevices)}`) : random
  return hex(mark, 16)
}

/** What a customer uses the app on. What is shared is the same thing to everybody. */
export function deviceFrom(id: IdOf<'customer'>) {
  const mark = deviceMark(id)
  const random = new Random(mark)
  return {
    mark,
    ...random.weighted(models),
    ...{ os: 'Android', osVersion: random.pick(versions), language: random.pick(languages) },
    ...{ madeOn: addDays(oldestMade, random.int(0, madeWithinDays)), operator: random.pick(operators) },
  }
}
