import type { FaultValues, Label } from '#contract/kernel/fault.ts'

/** Cron fields in the order they are written, with what each may hold. */
const fields = [
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['day', 1, 31],
  ['month', 1, 12],
  ['weekday', 0, 7],
] as const
type FieldName = (typeof fields)[number][0]
interface Field {
  readonly name: FieldName
  readonly min: number
  readonly max: number
  /** Quartz counts weekdays from 1, Sunday; cron from 0, and knows 7 as Sunday too. */
  readonly quartz: boolean
}

/** Something about a cycle that is worth knowing: a text key below `jobs.cycleNote`, and what fills it. */
export interface CycleNote {
  readonly note: 'uneven' | 'either' | 'quartz'
  readonly values?: FaultValues
}

/** A cycle that was understood. */
export interface Cycle {
  /** Five fields of cron, weekdays from 0, Sunday: what the library that finds its turns takes. */
  readonly cron: string
  readonly notes: readonly CycleNote[]
}

/** Why a text is no cycle: a fault, and what fills its text. */
export class WrongCycle extends Error {
  readonly fault: string
  readonly values: FaultValues
  constructor(fault: string, values: FaultValues = {}) {
    super(fault)
    this.fault = fault
    this.values = values
  }
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const labelOf = ({ name }: Field): Label => ({ vocabulary: 'jobs.cycleField', value: name })

const refuse = (part: string, field: Field): never => {
  const from = field.name === 'weekday' && field.quartz ? 1 : field.min
  throw new WrongCycle('cycle_part', { part, field: labelOf(field), from, to: field.max })
}

/** The number a text stands for in a field; of weekdays 0 to 6, Sunday first. */
function numberOf(text: string, field: Field): number {
  const names = { month: monthNames, weekday: weekdayNames }[field.name as 'month' | 'weekday'] as string[] | undefined
  const named = names?.indexOf(text.toUpperCase()) ?? -1
  if (named >= 0) return named + (field.name === 'month' ? 1 : 0)
  if (!/^\d{1,2}$/.test(text)) return refuse(text, field)
  const value = Number(text)
  const least = field.name === 'weekday' && field.quartz ? 1 : field.min
  if (value < least || value > field.max) return refuse(text, field)
  if (field.name !== 'weekday') return value
  return field.quartz ? value - 1 : value % 7
}

/** The step behind a slash; one that does not divide its range ends short each time, which is told. */
function stepOf(text: string, part: string, field: Field, notes: CycleNote[] | null): number {
  const size = field.name === 'weekday' ? 7 : field.max - field.min + 1
  const step = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (step < 1 || step > size) throw new WrongCycle('cycle_step', { part, field: labelOf(field), max: size })
  // months differ in length: no step of days divides them all
  const uneven = step > 1 && (field.name === 'day' || size % step !== 0)
  if (uneven) notes?.push({ note: 'uneven', values: { part, field: labelOf(field) } })
  return step
}

/** A range as a list, where it runs past the end of its field. Cron knows no such ranges but of weekdays. */
function wrapped(from: number, to: number, step: number, field: Field): string {
  const last = field.name === 'weekday' ? 6 : field.max
  const size = last - field.min + 1
  const count = to - from + size
  return Array.from(
    { length: Math.floor(count / step) + 1 },
    (_, i) => field.min + ((from - field.min + i * step) % size),
  )
    .toSorted((a, b) => a - b)
    .join(',')
}

/** Both ends of a range; `open` where it only begins, and goes on to the end of its field. */
function endsOf(range: string, part: string, field: Field) {
  const [first = '', last, ...others] = range.split('-')
  if (others.length > 0) return refuse(part, field)
  const end = field.name === 'weekday' ? 6 : field.max
  return {
    from: numberOf(first, field),
    to: last === undefined ? end : numberOf(last, field),
    open: last === undefined,
  }
}

/** One item of a list: a value, a range or everything, with a step or without. */
function itemOf(part: string, field: Field, notes: CycleNote[]): string {
  const [range = '', step, ...more] = part.split('/')
  if (more.length > 0) return refuse(part, field)
  if (range === '*') return step === undefined ? '*' : `*/${stepOf(step, part, field, notes)}`
  const { from, to, open } = endsOf(range, part, field)
  if (open && step === undefined) return String(from)
  const by = step === undefined ? 1 : stepOf(step, part, field, open ? notes : null)
  if (from <= to) return `${from}-${to}${by === 1 ? '' : `/${by}`}`
  return field.quartz || field.name === 'weekday' ? wrapped(from, to, by, field) : refuse(part, field)
}

/** Days counted from the end of a month, or within it: what `L` and `#` say. Undefined for anything else. */
function specialOf(text: string, field: Field): string | undefined {
  if (/W|^L-/i.test(text) && field.name === 'day') throw new WrongCycle('cycle_unsupported', { part: text })
  if (field.name === 'day') return /^L$/i.test(text) ? 'L' : undefined
  if (/^L$/i.test(text)) return field.quartz ? '6' : refuse(text, field) // Quartz: the last of a week, Saturday
  const [, last] = /^(\w+)L$/i.exec(text) ?? []
  if (last) return `${numberOf(last, field)}L`
  const [, weekday, nth] = /^(\w+)#(\d+)$/.exec(text) ?? []
  if (!weekday || !nth) return undefined
  if (Number(nth) < 1 || Number(nth) > 5) return refuse(text, field)
  return `${numberOf(weekday, field)}#${Number(nth)}`
}

function fieldOf(text: string, field: Field, notes: CycleNote[]): string {
  const byDay = field.name === 'day' || field.name === 'weekday'
  if (text === '?') return byDay ? '*' : refuse(text, field)
  const special = byDay ? specialOf(text, field) : undefined
  if (special) return special
  if (byDay && text.includes(',') && /[L#W]/i.test(text.replace(/JUL/gi, ''))) {
    throw new WrongCycle('cycle_alone', { part: text })
  }
  const items = text.split(',').map((part) => itemOf(part, field, notes))
  return items.includes('*') ? '*' : items.join(',')
}

/**
 * Reads a cycle: five fields of cron, or the six of Quartz, whose first are the seconds, which can only be 0.
 * @throws WrongCycle for anything else, and for what the library cannot do: `W`, `LW`, `L-3`.
 */
export function parseCycle(text: string): Cycle {
  const parts = text.trim().split(/\s+/)
  const quartz = parts.length === 6
  if (parts.length !== 5 && !quartz)
    throw new WrongCycle('cycle_fields', { count: text.trim() === '' ? 0 : parts.length })
  if (quartz && !/^0+$/.test(parts[0]!)) throw new WrongCycle('cycle_seconds', { part: parts[0]! })
  const notes: CycleNote[] = []
  const read = parts.slice(-5).map((part, i) => {
    const [name, min, max] = fields[i]!
    return fieldOf(part, { name, min, max, quartz }, notes)
  })
  const [, , day, , weekday] = read
  const both = day !== '*' && weekday !== '*'
  if (both && quartz) throw new WrongCycle('cycle_days')
  if (both) notes.push({ note: 'either' })
  if (quartz && weekday !== '*') notes.push({ note: 'quartz' })
  return { cron: read.join(' '), notes }
}
