import type { z } from 'zod'
import type { FaultValues } from '#contract/kernel/fault.ts'
import type { Refusal } from '#server/kernel/base/refusal.ts'
import type { Reader } from '#server/kernel/base/request-context.ts'

/** What is wrong with one field of the input, in the reader's words. */
interface FieldFault {
  readonly field: string
  readonly reason: string
}

/** What every call answers. `code` and `msg` are the specification's; the rest is ours. */
export interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data?: unknown
  /** The text key of a refusal, below `faults`. */
  readonly fault?: string
  readonly values?: FaultValues
  readonly fields?: readonly FieldFault[]
  readonly requestId: string
}

/** The envelope of an answer that worked. */
export const success = (data: unknown, { t, requestId }: Reader): Envelope => ({
  code: 200,
  msg: t('call.success'),
  data,
  requestId,
})

const answer = (code: number, fault: string, { t, requestId }: Reader, values?: FaultValues): Envelope => ({
  code,
  msg: t(`faults.${fault}`, values),
  fault,
  ...(values && { values }),
  requestId,
})

/** The envelope of a refusal, in the reader's language. */
export const refusedAs = (
  { fault, values, field }: Pick<Refusal, 'fault' | 'values'> & Partial<Pick<Refusal, 'field'>>,
  reader: Reader,
): Envelope => {
  const refused = answer(fault === 'forbidden' ? 403 : 400, fault, reader, values)
  return field === undefined ? refused : { ...refused, fields: [{ field, reason: refused.msg }] }
}

/** Envelope 403, no permission: says nothing of what there is. */
export const forbidden = (reader: Reader): Envelope => answer(403, 'forbidden', reader)

/** Envelope 401: the session has ended. The only use of it. */
export const signedOut = (reader: Reader): Envelope => answer(401, 'session_expired', reader)

/** Envelope 503: the database cannot be reached. Whether a change that was under way was made is not known. */
export const databaseAway = (reader: Reader): Envelope => answer(503, 'database_away', reader)

/** Envelope 500, a defect: the reader gets a number to name it by, and nothing else. */
export const failed = (reader: Reader): Envelope => answer(500, 'internal', reader, { requestId: reader.requestId })

/** Keys of what can be wrong with a field, below `issues`; the rest is `invalid`. */
const issueKeys = ['invalid_type', 'too_big', 'too_small', 'invalid_format', 'invalid_value', 'unrecognized_keys']

/** What the kinds of issue say beside their code; each has some of it. */
interface IssueDetails {
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly expected?: string
  readonly values?: readonly unknown[]
}

/** What a rule of the contract says is wrong, in its own words where it has some. */
const customOf = (rule: string, t: Reader['t']): string => {
  const said = t(`issues.${rule}`)
  return said === `issues.${rule}` ? t('issues.invalid') : said
}

const reasonOf = (issue: z.core.$ZodIssue, { t }: Reader): string => {
  const { minimum = 0, maximum = 0, expected, values = [] } = issue as IssueDetails // a union of shapes, read field by field
  const isEmpty = issue.input === undefined || (issue.input === '' && issue.code === 'too_small')
  if (isEmpty) return t('issues.required')
  if (issue.code === 'custom') return (issue.params?.said as string | undefined) ?? customOf(issue.message, t)
  if (issue.code === 'invalid_format' && issue.format === 'email') return t('issues.not_an_email')
  const key = issueKeys.includes(issue.code) ? issue.code : 'invalid'
  return t(`issues.${key}`, {
    minimum: Number(minimum),
    maximum: Number(maximum),
    expected: expected ?? values.join(', '),
  })
}

/** Malformed input: each field with its reason. */
export function invalid(issues: readonly z.core.$ZodIssue[], reader: Reader): Envelope {
  const fields = issues.map((issue) => ({ field: issue.path.join('.'), reason: reasonOf(issue, reader) }))
  const msg = fields.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
  return { ...answer(400, 'invalid', reader), ...(msg && { msg }), fields }
}
