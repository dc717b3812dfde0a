import { queries } from '#contract/queries.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { createQueryToken, valuesOfTokens } from '#server/kernel/listing/query-tokens.ts'

/** Handlers of `queries`: personal values of filters, kept so that URLs need not hold them. */
export default implement(queries, {
  async seal({ values }, { tx, actor, now, app: { secrets } }) {
    const tokens: string[] = []
    for (const value of values) tokens.push(await createQueryToken(tx, value, actor, { secrets, now }))
    return { tokens }
  },

  async open({ tokens }, { tx, actor, app: { secrets } }) {
    const values = await valuesOfTokens(tx, tokens, actor, secrets)
    return { values: tokens.map((token) => values.get(token) ?? null) }
  },
})
