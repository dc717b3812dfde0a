import { audit } from '#contract/audit.ts'
import { verifyChain } from '#server/kernel/base/audit-chain.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { withinScope } from '#server/kernel/listing/source.ts'
import { selectorsOf } from './selectors.ts'
import { auditSource } from './source.ts'

/** Handlers of `audit`: the record of everything that was done. */
export default implement(audit, {
  list: auditSource,

  async selectors(_, { tx, actor, app }) {
    const scopes = actor.scopesOf(audit.selectors.requires)
    const within = withinScope(auditSource, { actor, scopes, app })
    return selectorsOf(tx, within, app.registry)
  },

  async verify(_, { app, afterCommit }) {
    // it reads the whole log: the embedded database would answer nobody while a transaction of its own lasts
    afterCommit(async () => {
      const { broken, ...held } = await verifyChain(app).catch((error: unknown) => {
        app.log.error({ err: error }, 'witness of the audit log')
        throw new Refusal('witness_away')
      })
      if (broken) throw new Refusal(`log_${broken.by}`, { seq: broken.seq, auditId: broken.auditId ?? '–' })
      return held
    })
    return { checked: 0, checkpoints: 0 }
  },
})
