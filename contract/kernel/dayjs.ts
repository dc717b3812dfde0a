import dayjs, { type ConfigType, type Dayjs } from 'dayjs'
import utcPlugin from 'dayjs/plugin/utc.js'

dayjs.extend(utcPlugin)

/** dayjs in UTC: the time zone of the machine never counts. */
export const utc = (at: ConfigType): Dayjs => dayjs.utc(at)

/**
 * Local time: what a clock so many minutes ahead of UTC shows at that moment, to be formatted or read field by field.
 * dayjs' own `utcOffset()` reckons by way of the machine's zone, and is an hour off where that changes its clocks;
 * its time zone plug-in knows summer times, which the specification's table of offsets does not have.
 */
export const atOffset = (at: ConfigType, offsetMinutes: number): Dayjs => dayjs.utc(at).add(offsetMinutes, 'minute')
