import type { QueryContext } from '#contract/kernel/query/context.ts'
import type { Problem } from '#contract/kernel/query/problem.ts'
import { say } from '#src/locale/text.ts'

/** As many right answers as help; more would not be read. */
const expectedMax = 6

/** What is wrong with a piece of a line, and what would be right. */
export function problemText({ code, values }: Problem, { words, fields }: Required<QueryContext>): string {
  const { got = '', field = '', expected = [], max = 0 } = values
  const choices = fields.find(({ name }) => name === field)
  const labels = { ...words.fields, ...(choices ? words.choices(choices) : {}) }
  const named = expected.slice(0, expectedMax).map((one) => (labels[one] ? `${one} (${labels[one]})` : one))
  const more = expected.length > expectedMax ? ' …' : ''
  return say(`query.${code}`, { got, field: labels[field] ?? field, expected: named.join(', ') + more, max })
}
