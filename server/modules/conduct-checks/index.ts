import { conductCheck, conductChecks } from '#contract/conduct-checks.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { claimNext } from './claim-next.ts'
import { appeal, decideAppeal, inspect, release, reopen, show } from './inspect.ts'
import { recordingOf, revealRecording } from './listen.ts'
import { conductCheckSource } from './source.ts'

/** Handlers of `conductChecks`: recordings that were drawn, and what was found of them. */
export default implement(
  conductChecks,
  {
    list: conductCheckSource,
    claimNext: (_, call) => claimNext(call),
    reveal: (asked, call) => revealRecording(asked, call),
    recording: async ({ id }, call) => ((await recordingOf(id, call)) || call.fail('not_found')) as never, // a file stands for the answer
    release: (_, call) => release(call),
    pass: ({ remark }, call) => inspect({ outcome: 'pass', code: null, remark: remark || null }, call),
    fail: ({ code, remark }, call) => inspect({ outcome: 'fail', code, remark: remark || null }, call),
    reopen: (_, call) => reopen(call),
    show: (_, call) => show(call),
    appeal: ({ reason }, call) => appeal(reason, call),
    uphold: ({ remark }, call) => decideAppeal('upheld', remark, call),
    overturn: ({ remark }, call) => decideAppeal('overturned', remark, call),
  },
  [rowSource(conductCheck, conductCheckSource)],
)
