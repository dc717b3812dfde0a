import { machine, type StateOf } from '../kernel/machine.ts'

/**
 * State machine of a review. `initial` waits for the machine, `unclaimed` for any reviewer, `toAudit` for the one that has
 * it, `underReview` is locked by whoever is at it; `audited` is decided and can be undone, until it counts as `passed` or
 * `failed`; `dataModifiable` waits for the customer. An order that ends otherwise closes its review.
 */
export const reviewFlow = machine(
  'reviews.state',
  {
    initial: {
      enqueue: 'unclaimed',
      machinePass: 'passed',
      machineFail: 'failed',
      breakDown: 'abnormal',
      close: 'closed',
    },
    abnormal: { check: 'manualCheck', close: 'closed' },
    manualCheck: { open: 'underReview', assign: 'toAudit', claim: 'toAudit', close: 'closed' },
    unclaimed: { open: 'underReview', assign: 'toAudit', claim: 'toAudit', close: 'closed' },
    toAudit: { open: 'underReview', assign: 'toAudit', release: 'unclaimed', close: 'closed' },
    underReview: {
      open: 'underReview',
      renew: 'underReview',
      assign: 'toAudit',
      release: 'unclaimed',
      pass: 'audited',
      reject: 'audited',
      askAgain: 'dataModifiable',
      close: 'closed',
    },
    dataModifiable: { provide: 'initial', assign: 'toAudit', close: 'closed' },
    audited: { undo: 'underReview', countPass: 'passed', countReject: 'failed', close: 'closed' },
    passed: {},
    failed: {},
    closed: {},
  },
  {
    ...{ initial: 'info', abnormal: 'bad', manualCheck: 'warn', unclaimed: 'warn', toAudit: 'info' },
    ...{
      underReview: 'info',
      dataModifiable: 'warn',
      audited: 'info',
      passed: 'good',
      failed: 'muted',
      closed: 'muted',
    },
  },
)
export type ReviewState = StateOf<typeof reviewFlow>

/** How long a decision can be undone before it counts, in ms. */
export const undoMs = 10_000
/** How long a review is locked for whoever is at it, in ms. */
export const lockMs = 15 * 60_000
