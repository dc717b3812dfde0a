import { teleVerifications } from '#contract/tele-verifications.ts'
import { command } from '#src/command/define.ts'

/** Call a customer to verify them before their money leaves, by the phone of this machine. */
export const begin = command(teleVerifications.begin, {
  on: 'one',
  confirm: true,
  instead: { call_under_way: 'teleVerifications.connected' },
  keys: 'b',
  after: ({ number }, { openExternal }) => number && openExternal(`tel:${number}`),
  search: { words: { zh: ['电核', '核实电话'], en: ['tele-verification', 'verification call'] } },
})

/** Note that the customer was spoken to. */
export const connected = command(teleVerifications.connected, {
  on: 'one',
  confirm: true,
  instead: { no_call_under_way: 'teleVerifications.begin' },
  keys: 'B',
  search: { words: { zh: ['已接通'], en: ['verified', 'answered'] } },
})

/** Note that nobody was spoken to. */
export const notConnected = command(teleVerifications.notConnected, {
  on: 'one',
  instead: { no_call_under_way: 'teleVerifications.begin' },
  keys: 'N',
  search: { words: { zh: ['未接通'], en: ['no answer', 'busy'] } },
})
