import fc from 'fast-check'
import { operatorsOf } from '#contract/kernel/query/context.ts'
import { print } from '#contract/kernel/query/print.ts'
import { and, type Condition, not, or, type Query, type Scalar, uniqueOrders } from '#contract/kernel/query/tree.ts'
import { queryMax } from '#contract/kernel/selection.ts'
import {
  choice,
  day,
  exact,
  field,
  flag,
  has,
  me,
  money,
  month,
  number,
  prefix,
  range,
  relative,
  server,
  text,
  token,
  word,
} from './listing.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 12 }).map((each) => each.replaceAll('\0', '*'))
const tricky = fc.constantFrom(
  'OR',
  '-a',
  '5*',
  '~k',
  '@me',
  '..',
  'a,b',
  'a b',
  '"',
  '\\',
  '\\"',
  '１：',
  'a:b',
  '(',
  '|',
  '',
)
const texts = fc.oneof(anyText, tricky)
const someText = texts.filter((each) => each !== '')
const wordings = fc.oneof(texts.map(text), someText.map(prefix), fc.stringMatching(/^[\w-]{1,8}$/).map(token))
const whole = fc.maxSafeInteger()
const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const dates = fc.oneof(
  days.map((each) => day(each.toISOString().slice(0, 10))),
  days.map((each) => month(each.toISOString().slice(0, 7))),
)
const near = fc.integer({ min: -1, max: 1 }).map(relative)
const far = fc.integer({ min: -3000, max: 3000 }).map(relative)

interface Values {
  /** What a list of values may hold. */
  readonly listed: fc.Arbitrary<Scalar>
  /** What may be compared, and end a range. */
  readonly compared: fc.Arbitrary<Scalar>
}
const values: Record<string, Values> = {
  amount: { listed: whole.map(money), compared: whole.map(money) },
  apr: { listed: whole.map(number), compared: whole.map(number) },
  overdue: { listed: whole.map(number), compared: whole.map(number) },
  due: { listed: fc.oneof(dates, near), compared: fc.oneof(dates, far) },
  created: { listed: fc.oneof(dates, near), compared: fc.oneof(dates, far) },
}
const listed: Record<string, fc.Arbitrary<Scalar>> = {
  id: wordings,
  customer: wordings,
  phone: fc.oneof(texts.map(text), fc.constant(token('k'))),
  note: wordings,
  remarks: wordings,
  sort: wordings,
  product: wordings,
  agent: fc.oneof(wordings, fc.constant(me)),
  state: fc.constantFrom(...field('state').choices!).map(choice),
  channel: fc.constantFrom(...field('channel').choices!).map(choice),
  tags: fc.constantFrom(...field('tags').choices!).map(choice),
}
const lists = Object.entries({
  ...listed,
  ...Object.fromEntries(Object.entries(values).map(([name, { listed }]) => [name, listed])),
})
const oneOfs = fc.oneof(
  ...lists.map(([field, scalar]) =>
    fc.array(scalar, { minLength: 1, maxLength: 3 }).map((values): Condition => ({ kind: 'oneOf', field, values })),
  ),
)
const inFull = fc
  .tuple(
    fc.constantFrom('note', 'product', 'agent'),
    texts.map(exact),
    fc.array(fc.oneof(texts.map(exact), someText.map(prefix)), { maxLength: 2 }),
  )
  .map(([field, first, others]): Condition => ({ kind: 'oneOf', field, values: [...others, first] }))
const comparisons = fc.oneof(
  ...Object.entries(values).map(([field, { compared }]) =>
    fc.record({
      kind: fc.constant('compare' as const),
      field: fc.constant(field),
      operator: fc.constantFrom('>' as const, '>=' as const, '<' as const, '<=' as const),
      value: compared,
    }),
  ),
)
const ranges = fc.oneof(
  ...Object.entries(values).map(([field, { compared }]) =>
    fc
      .tuple(fc.option(compared), fc.option(compared))
      .filter(([from, to]) => from !== null || to !== null)
      .map(([from, to]) => range(field, from, to)),
  ),
)
const words = fc.oneof(someText.map(text), someText.map(prefix)).map(word)
const others = fc.constantFrom<Condition>(flag('blacklisted'), has('fee'), has('due'))
const conditions = fc.letrec<{ condition: Condition }>((tie) => {
  const several = fc.array(tie('condition'), { minLength: 1, maxLength: 3 })
  return {
    condition: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'condition' },
      fc.oneof(oneOfs, inFull, comparisons, ranges, words, others),
      several.map((of) => and(of)!),
      several.map((of) => or(of)!),
      tie('condition').map(not),
    ),
  }
}).condition
const orders = fc.record({ field: fc.constantFrom(...server.sortable), descending: fc.boolean() })
/** Canonical queries whose text fits into a line. */
export const queries: fc.Arbitrary<Query> = fc
  .record({ where: fc.option(conditions), sort: fc.array(orders, { maxLength: 3 }).map(uniqueOrders) })
  .filter((query) => print(query, server).length <= queryMax)

/** What lines are made of, but for quotes. */
export const scraps = [
  ...server.fields.flatMap((each) => [each.name, ...operatorsOf(each).map((operator) => each.name + operator)]),
  ...[
    'is:',
    'has:',
    'no:',
    'sort:',
    'blacklisted',
    'fee',
    'due-',
    '31',
    'walk in',
    'Đã trả',
    '5k',
    '1.5',
    '000',
    '-7d',
  ],
  ...['2026-11', '@me', '~k', 'OR', 'NOT', 'AND', '|', '-', '(', ')', ',', '..', '*', '!', '=', ' ', ' ', ' ', '\t'],
]
const quotes = ['"', '“', '”', '\\', '"a b"', '"số tiền"', '１', '：', '　', '、']
/** Lines put together from `pieces`. */
export const lineOf = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((each) => each.join(''))
/** What anybody might type, and what nobody would. */
export const lines = fc.oneof(
  lineOf([...scraps, ...quotes]),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary-ascii' }),
)
