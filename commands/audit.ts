import { audit } from '#contract/audit.ts'
import { act } from '#src/command/define.ts'

/** Verify the hash chain of the whole audit log. */
export const verify = act(audit.verify, { args: {}, page: 'audit' })
