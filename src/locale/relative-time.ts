import dayjs from 'dayjs'
import plugin from 'dayjs/plugin/relativeTime.js'
import { utc } from '#contract/kernel/dayjs.ts'

/**
 * Minutes below an hour, hours below a day, days from then on. Source: specification, section 9.
 * What is met by nothing (`r: -1`) stands for one of a unit: dayjs then takes the entry before.
 */
const thresholds = [
  { l: 'mm', r: 0.5, d: 'minute' },
  { l: 'm', r: -1 },
  { l: 'mm', r: 59 },
  { l: 'h', r: -1 },
  { l: 'hh', r: 23, d: 'hour' },
  { l: 'd', r: -1 },
  { l: 'dd', d: 'day' },
]
dayjs.extend(plugin, { thresholds, rounding: Math.floor })

/** Relative time, how long ago a moment was: `5 minutes ago`. Stands only beside the moment itself. */
export const formatAgo = (at: number, now: number, language: string): string =>
  utc(Math.min(at, now)).locale(language).from(utc(now))
