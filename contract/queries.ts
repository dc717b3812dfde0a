import { z } from 'zod'
import { api, write } from './kernel/endpoint.ts'

const valueMax = 200
const valuesMax = 50

/** Tokens for personal data (PII) in filters, so that URLs need not hold the values. */
export const queries = api('queries', {
  /** Keeps personal values of a filter, so that its URL need not hold them. Answers a token for each. */
  seal: write('POST /queries/seal', {
    requires: 'anyone',
    input: z.object({ values: z.array(z.string().min(1).max(valueMax)).min(1).max(valuesMax) }),
    output: z.object({ tokens: z.array(z.string()) }),
    secrets: ['values'],
  }),

  /** Gives one's own values back. What is not one's own comes back empty. */
  open: write('POST /queries/open', {
    requires: 'anyone',
    input: z.object({ tokens: z.array(z.string().max(40)).min(1).max(valuesMax) }),
    output: z.object({ values: z.array(z.string().nullable()) }),
  }),
})
