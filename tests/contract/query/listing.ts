import { z } from 'zod'
import { type Field, fieldOf } from '#contract/kernel/field.ts'
import type { QueryContext } from '#contract/kernel/query/context.ts'
import type { PlainScalar } from '#contract/kernel/query/tokenize.ts'
import {
  and,
  type Condition,
  type Order,
  type Scalar,
  type Term,
  type TextScalar,
} from '#contract/kernel/query/tree.ts'
import { Choice, Id, Instant, LocalDate, Masked, Money, PersonName, Rate, Ref } from '#contract/kernel/values.ts'

const row = z.object({
  id: Id('loan'),
  customer: PersonName,
  phone: Masked('phone').nullable(),
  state: Choice('loans.state', [30, 31, 40, 41, 50]),
  channel: Choice('loans.channel', ['app', 'walk in']),
  tags: z.array(Choice('loans.tag', ['new', 'vip'])),
  remarks: z.array(z.string()),
  blacklisted: z.boolean(),
  overdue: z.int(),
  amount: Money,
  fee: Money.nullable(),
  apr: Rate,
  due: LocalDate.nullable(),
  dueAgain: LocalDate,
  created: Instant,
  agent: Ref('staff').nullable(),
  product: Ref('product'),
  note: z.string().nullable(),
  sort: z.string(),
})

/** Every kind of field once or twice, in a listing read by the server: it knows no words. */
export const server: QueryContext = {
  fields: Object.entries(row.shape).map(([name, schema]) => fieldOf(name, schema)),
  sortable: ['amount', 'due', 'created', 'lastCall'],
  searchable: ['id', 'customer', 'phone'],
  unfilterable: [fieldOf('verdict', z.string())],
  currency: 'INR',
}

const states: Record<string, string> = {
  30: 'Chờ trả nợ',
  31: 'Giải ngân lỗi',
  40: 'Đã trả',
  41: 'Đã trả',
  50: 'Quá hạn',
}

/** The same listing on a screen in Vietnamese. Two of its columns bear the same name, and so do two of its states. */
export const screen: QueryContext = {
  ...server,
  words: {
    fields: {
      state: 'Trạng thái',
      due: 'Ngày đến hạn',
      amount: 'Số tiền',
      fee: 'Số tiền',
      apr: 'due',
      agent: 'Nhân viên',
      lastCall: 'Gọi lần cuối',
    },
    choices: ({ name }): Record<string, string> => (name === 'state' ? states : {}),
    days: { yesterday: 'hôm qua', today: 'hôm nay', tomorrow: 'ngày mai' },
  },
}

/** The field `name` of the listing. */
export const field = (name: string): Field => server.fields.find((each) => each.name === name)!

export const text = (text: string): PlainScalar => ({ is: 'text', text })
export const prefix = (text: string): PlainScalar => ({ is: 'prefix', text })
export const exact = (text: string): Scalar => ({ is: 'exact', text })
export const token = (token: string): TextScalar => ({ is: 'sealed', token })
export const choice = (value: string | number): Scalar => ({ is: 'choice', value })
export const number = (value: number): Scalar => ({ is: 'number', value })
export const money = (minor: number): Scalar => ({ is: 'money', minor })
export const day = (day: string): Scalar => ({ is: 'day', day })
export const month = (month: string): Scalar => ({ is: 'month', month })
export const relative = (days: number): Scalar => ({ is: 'relative', days })
export const me: Scalar = { is: 'me' }

export const oneOf = (field: string, ...values: Scalar[]): Term => ({ kind: 'oneOf', field, values })
export const range = (field: string, from: Scalar | null, to: Scalar | null): Term => ({
  kind: 'range',
  field,
  from,
  to,
})
export const flag = (field: string): Term => ({ kind: 'flag', field })
export const has = (field: string): Term => ({ kind: 'has', field })
export const word = (text: TextScalar): Term => ({ kind: 'word', text })

/** A query without an order, or with one. */
export const where = (conditions: readonly Condition[], ...sort: Order[]) => ({ where: and(conditions), sort })
