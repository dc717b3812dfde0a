import type { Language } from '#locales/index.ts'

/** What a word says of a day: so many days from today, or a weekday, Monday 1 to Sunday 7. */
export type DayWord = { readonly days: number } | { readonly weekday: number }
type Words = Readonly<Record<string, DayWord>>

/** Lower case without marks, full-width signs narrow: `Mañana` is `manana`, `đ` is `d`. */
export const foldDayText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

/** Weekdays from Monday on, each by every word for it. */
const week = (...days: readonly string[]): Words =>
  Object.fromEntries(
    days.flatMap((words, i) => words.split('|').map((word) => [foldDayText(word), { weekday: i + 1 }])),
  )
/** Today, tomorrow and the day after it, each by every word for it. */
const near = (...days: readonly string[]): Words =>
  Object.fromEntries(days.flatMap((words, i) => words.split('|').map((word) => [foldDayText(word), { days: i }])))

/** Words for days as people who work in these languages type them, abbreviations among them. */
export const dayWords: Readonly<Record<Language, Words>> = {
  en: {
    ...near('today|tod', 'tomorrow|tom|tmr|tmrw', 'day after tomorrow|overmorrow'),
    ...week(
      ...['mo|mon|monday', 'tu|tue|tues|tuesday', 'we|wed|wednesday', 'th|thu|thur|thurs|thursday'],
      ...['fr|fri|friday', 'sa|sat|saturday', 'su|sun|sunday'],
    ),
  },
  zh: {
    ...near('今天|今日', '明天|明日', '后天|後天'),
    ...week(
      ...['周一|星期一|礼拜一', '周二|星期二|礼拜二', '周三|星期三|礼拜三', '周四|星期四|礼拜四'],
      ...['周五|星期五|礼拜五', '周六|星期六|礼拜六', '周日|周天|星期日|星期天|礼拜日|礼拜天'],
    ),
  },
  es: {
    ...near('hoy', 'mañana', 'pasado mañana|pasado'),
    ...week(
      ...['lu|lun|lunes', 'ma|mar|martes', 'mi|mié|miércoles', 'ju|jue|jueves'],
      ...['vi|vie|viernes', 'sá|sáb|sábado', 'do|dom|domingo'],
    ),
  },
  vi: {
    ...near('hôm nay|hnay|nay', 'ngày mai|mai', 'ngày kia|ngày mốt|mốt'),
    ...week(
      ...['thứ hai|thứ 2|t2', 'thứ ba|thứ 3|t3', 'thứ tư|thứ 4|t4', 'thứ năm|thứ 5|t5'],
      ...['thứ sáu|thứ 6|t6', 'thứ bảy|thứ 7|t7', 'chủ nhật|cn'],
    ),
  },
  id: {
    ...near('hari ini|hr ini', 'besok|bsk', 'lusa'),
    ...week(...['sen|senin', 'sel|selasa', 'rab|rabu', 'kam|kamis'], ...['jum|jumat', 'sab|sabtu', 'min|minggu|ahad']),
  },
  ja: {
    ...near('今日|本日|きょう', '明日|あした|あす', '明後日|あさって'),
    ...week(
      ...['月|月曜|月曜日', '火|火曜|火曜日', '水|水曜|水曜日', '木|木曜|木曜日'],
      ...['金|金曜|金曜日', '土|土曜|土曜日', '日|日曜|日曜日'],
    ),
  },
}
