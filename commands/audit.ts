import { audit } from '#contract/audit.ts'
import { act } from '#src/command/define.ts'

/** Follow the chain of hashes over the whole log. */
export const verify = act(audit.verify, { ask: {}, page: 'audit' })
