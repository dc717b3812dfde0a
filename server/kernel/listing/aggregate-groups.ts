import type { Field } from '#contract/kernel/field.ts'
import type { Condition } from '#contract/kernel/query/tree.ts'

/** What is counted or summed of the rows of a filter line: by conditions that all hold. */
export interface AggregateConditions {
  readonly conditions: readonly Condition[]
  readonly sum?: string | undefined
  /** It is summed out of what its amount is made of, and no row is counted. */
  readonly ofPieces: boolean
}

/** Lines whose rows are read together: those that meet `common`. */
export interface AggregateGroup<Line extends AggregateConditions> {
  readonly common: readonly Condition[]
  readonly lines: readonly Line[]
  /** The amount that all of them are summed out of the pieces of. */
  readonly pieces: string | undefined
}

/** What two conditions are the same by. */
export const conditionKey = (condition: Condition): string => JSON.stringify(condition)

const has = (conditions: readonly Condition[], one: Condition): boolean =>
  conditions.some((other) => conditionKey(other) === conditionKey(one))

/** The conditions of a line that others have not. */
export const without = (conditions: readonly Condition[], others: readonly Condition[]): readonly Condition[] =>
  conditions.filter((one) => !has(others, one))

/** Whether every row that meets some conditions meets those of `wider`. */
const isWithin = (conditions: readonly Condition[], wider: readonly Condition[]): boolean =>
  without(wider, conditions).length === 0

/** Whether a condition is about one day. */
function isOfOneDay(condition: Condition, fields: readonly Field[]): boolean {
  if (condition.kind !== 'oneOf' || condition.values.length !== 1) return false
  const kind = fields.find(({ name }) => name === condition.field)?.kind
  return (kind === 'date' || kind === 'instant') && ['day', 'relative'].includes(condition.values[0]!.is)
}

/** Lines by the day that they are about: the rows of each are read by themselves, those of the others together. */
function byDay<Line extends AggregateConditions>(lines: readonly Line[], fields: readonly Field[]): Line[][] {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const day = line.conditions.find((condition) => isOfOneDay(condition, fields))
    const key = day ? conditionKey(day) : ''
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()]
}

/**
 * What an amount is added up from is looked up for every row that is read: lines that only count are read with those that
 * sum where one of these has the rows of all of them, otherwise by themselves.
 */
function bySums<Line extends AggregateConditions>(lines: readonly Line[]): Line[][] {
  const summed = lines.filter(({ sum }) => sum !== undefined)
  const widest = summed.find(({ conditions }) => summed.every((other) => isWithin(other.conditions, conditions)))
  const together = widest ? lines.filter(({ conditions }) => isWithin(conditions, widest.conditions)) : summed
  return [together, lines.filter((line) => !together.includes(line))].filter(({ length }) => length > 0)
}

/** Lines that are summed out of pieces, amount by amount; and all others. */
function byPieces<Line extends AggregateConditions>(lines: readonly Line[]): Line[][] {
  const amounts = new Set(lines.map(({ sum, ofPieces }) => (ofPieces ? sum : undefined)))
  return [...amounts].map((amount) => lines.filter(({ sum, ofPieces }) => (ofPieces ? sum : undefined) === amount))
}

/** Lines that are read together, with what is true of all of them. */
export const groupOf = <Line extends AggregateConditions>(lines: readonly Line[]): AggregateGroup<Line> => ({
  lines,
  common: lines[0]!.conditions.filter((one) => lines.every(({ conditions }) => has(conditions, one))),
  pieces: lines[0]!.ofPieces ? lines[0]!.sum : undefined,
})

/** Puts lines together whose rows are best read at once. */
export const aggregateGroups = <Line extends AggregateConditions>(
  lines: readonly Line[],
  fields: readonly Field[],
): AggregateGroup<Line>[] =>
  byDay(lines, fields)
    .flatMap(byPieces)
    .flatMap((some) => (some[0]!.ofPieces ? [some] : bySums(some)))
    .map(groupOf)
