import { recoveries, recovery } from '#contract/recoveries.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { dispute, pass, reject } from './disputes.ts'
import { recoverySource } from './source.ts'

/** Handlers of `recoveries`: who recovered what, and disputes about it. */
export default implement(
  recoveries,
  {
    list: recoverySource,
    dispute: (asked, call) => dispute(asked, call),
    pass: ({ note }, call) => pass(note, call),
    reject: ({ note }, call) => reject(note, call),
  },
  [rowSource(recovery, recoverySource)],
)
