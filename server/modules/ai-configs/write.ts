import { eq } from 'drizzle-orm'
import type { aiConfigs } from '#contract/ai-configs.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { contactWindow, openingText } from '#contract/kernel/contact-hours.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { formatWeekdays, outboundWindow, parseDates, parseWeekdays } from '#contract/outbound-days.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { productRows } from '#server/modules/products/store.ts'

/** Input of a configuration, as the form gives it. */
type AiConfigInput = Parsed<typeof aiConfigs.add>

const refuse = (fault: string, field: string, values?: Record<string, string>): never => {
  throw new Refusal(fault, values, { field })
}

/** The days on which calls go out, as they are stored. @throws Refusal `no_outbound_day`, `wrong_weekdays`, `wrong_dates`. */
function daysToStore({ weekdays, dates }: AiConfigInput) {
  if (!weekdays && !dates) return refuse('no_outbound_day', 'weekdays')
  const named = weekdays ? (parseWeekdays(weekdays) ?? refuse('wrong_weekdays', 'weekdays')) : []
  const dated = dates ? (parseDates(dates) ?? refuse('wrong_dates', 'dates')) : []
  return { weekdays: weekdays ? formatWeekdays(named) : null, dates: dates ? dated.join(', ') : null }
}

const daysPerWeek = 7

/** @throws Refusal `ends_before_start`; `outside_contact_hours`, where nobody may be called at that time on any day. */
function mustBeCallable({ startTime, endTime }: AiConfigInput, { today, app }: Pick<Context, 'today' | 'app'>): void {
  if (startTime >= endTime) refuse('ends_before_start', 'endTime')
  const { country } = app.clock
  const days = Array.from({ length: daysPerWeek }, (_, nth) => addDays(today, nth))
  const everyDay = { weekdays: `1-${daysPerWeek}`, dates: null, startTime, endTime }
  if (days.some((day) => outboundWindow(everyDay, day, country, new Set()))) return
  const [law] = days.flatMap((day) => contactWindow(day, country, new Set()) ?? [])
  const timeOf = (at: string) => openingText(new Date(at), country).slice(-'09:30'.length)
  refuse('outside_contact_hours', 'startTime', law && { from: timeOf(law.from), to: timeOf(law.to) })
}

/** A configuration as it is stored. @throws Refusal each with its field. */
export async function configToStore(asked: AiConfigInput, call: Pick<Context, 'tx' | 'today' | 'app'>) {
  const { productId, minOverdueDays, maxOverdueDays, ignoredLabels } = asked
  const [product] = await call.tx.select({ id: productRows.id }).from(productRows).where(eq(productRows.id, productId))
  if (!product) refuse('unknown_product', 'productId')
  if (maxOverdueDays !== null && maxOverdueDays < minOverdueDays) refuse('last_before_first', 'maxOverdueDays')
  mustBeCallable(asked, call)
  const labels = [...new Set(ignoredLabels.split(',').map((label) => label.trim()))].sort()
  return { ...asked, ...daysToStore(asked), ignoredLabels: labels.join(', ') }
}
