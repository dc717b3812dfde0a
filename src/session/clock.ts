import { useEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { session } from '#contract/session.ts'
import { send } from '#src/call/send.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatTime } from '#src/locale/format.ts'
import { isText } from './base/validators.ts'

/** The operating country, and how far this machine's clock is behind the server's. */
const clock = proxy<{ country: string | null; behindMs: number }>({ country: null, behindMs: 0 })

const retryMs = 10_000
const secondMs = 1_000
const minuteMs = 60_000

/** Asks the server for the time and the country, until it answers. The title of the page is the country. */
export async function startClock(): Promise<void> {
  try {
    const asked = Date.now()
    const { time, country } = (await send('GET /get/time')) as Output<typeof session.time> // as the contract has it
    const behindMs = Date.parse(time) - (asked + Date.now()) / 2
    if (!Number.isFinite(behindMs) || !isText(country)) throw new TypeError('that is no time of any country')
    clock.behindMs = behindMs
    clock.country = country
    document.title = country
  } catch {
    setTimeout(startClock, retryMs)
  }
}

/** What time it is for the server. */
export const serverTime = (): Date => new Date(Date.now() + clock.behindMs)

/** The business day that it is for the server. */
export const useToday = (): LocalDate => businessDate(toInstant(serverTime()), useCountry())

/** What the clock of the operating country shows, second by second; null until the country is known. */
export function useClock(): { country: string; time: string; offset: string } | null {
  const { country, behindMs } = useSnapshot(clock)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), secondMs - ((now + behindMs) % secondMs))
    return () => clearTimeout(timer)
  }, [now, behindMs])
  if (!country) return null
  const time = formatTime(now + behindMs, country)
  return { country, time, offset: utcOffset(offsetMinutesOf(country)) }
}

/** What time it is for the server, second by second. */
export function useServerTime(): number {
  const [now, setNow] = useState(() => serverTime().getTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime().getTime()), secondMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** What time it is, to the minute. */
export function useCurrentMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** `UTC+5:30`, `UTC-6`. */
export function utcOffset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}
