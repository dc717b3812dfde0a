import type { holidays } from '#contract/holidays.ts'
import type { QuietDays } from '#contract/kernel/contact-hours.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { send } from '#src/call/send.ts'

let days: QuietDays = new Set()

/** The days on which customers are left alone, as they were at sign-in: the server decides each call in any case. */
export const quietDays = (): QuietDays => days

// as the contract has it: its schemas are not loaded before sign-in
type Answer = Partial<Output<typeof holidays.quietDays>> | undefined

/** Asks for the days on which customers are left alone. */
export async function refreshQuietDays(): Promise<void> {
  const answer = (await send('GET /sys/holidays/quiet').catch(() => undefined)) as Answer
  if (answer?.days) days = new Set(answer.days)
}
