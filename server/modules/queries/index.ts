import { queries } from '#contract/queries.ts'
import { implement } from '#server/kernel/implement.ts'
import { openValue, sealValue } from '#server/kernel/sealed.ts'

/** Personal values of filters, kept so that URLs need not hold them. */
export default implement(queries, {
  async seal({ values }, { tx, actor, now, ground: { secrets } }) {
    const tokens: string[] = []
    for (const value of values) tokens.push(await sealValue(tx, value, actor, { secrets, now }))
    return { tokens }
  },

  async open({ tokens }, { tx, actor, ground: { secrets } }) {
    const values = await openValue(tx, tokens, actor, secrets)
    return { values: tokens.map((token) => values.get(token) ?? null) }
  },
})
