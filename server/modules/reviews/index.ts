import { reviews } from '#contract/reviews/calls.ts'
import { review } from '#contract/reviews/row.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { claimNext } from './claim-next.ts'
import { askAgain, pass, reject, undo } from './decide.ts'
import { detailOf } from './detail.ts'
import { figuresOf } from './figures.ts'
import { Provided, provided } from './provided.ts'
import { myReviewSource, reviewSource } from './source.ts'
import { assign, open, release, renew } from './work.ts'

/** Handlers of `reviews`: applications that the rules left to a person. */
export default implement(
  reviews,
  {
    list: reviewSource,
    mine: myReviewSource,
    figures: (_, call) => figuresOf(call),
    detail: ({ id }, call) => detailOf(id, call),
    claimNext: ({ after }, call) => claimNext(after, call),
    open: (_, call) => open(call),
    renew: (_, call) => renew(call),
    release: (_, call) => release(call),
    assign: ({ reviewer }, call) => assign(reviewer, call),
    pass: ({ remark }, call) => pass(remark || null, call),
    reject: ({ code, remark }, call) => reject(code, remark || null, call),
    askAgain: ({ items, remark }, call) => askAgain(items, remark || null, call),
    undo: (_, call) => undo(call),

    provided(sent, call) {
      call.note({ actorName: customerApp })
      return provided(mustBeSigned(Provided, sent, customerApp, call.app), call)
    },
  },
  [rowSource(review, reviewSource)],
)
