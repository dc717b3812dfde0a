import { z } from 'zod'
import { api, write } from './kernel/endpoint.ts'

const valueMax = 200
const valuesMax = 50

/** Personal values of filters, kept so that URLs need not hold them. */
export const queries = api('queries', {
  /** Keeps personal values of a filter, so that its URL need not hold them. Answers a token for each. */
  seal: write('POST /queries/seal', {
    may: 'anyone',
    input: z.object({ values: z.array(z.string().min(1).max(valueMax)).min(1).max(valuesMax) }),
    output: z.object({ tokens: z.array(z.string()) }),
    secrets: ['values'],
  }),

  /** Gives one's own values back. What is not one's own comes back empty. */
  open: write('POST /queries/open', {
    may: 'anyone',
    input: z.object({ tokens: z.array(z.string().max(40)).min(1).max(valuesMax) }),
    output: z.object({ values: z.array(z.string().nullable()) }),
  }),
})
