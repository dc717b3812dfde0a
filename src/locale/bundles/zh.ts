import zh from 'dayjs/locale/zh.js'

/** The locale of dayjs, with relative times in digits and as Unicode's CLDR spaces them. */
export const locale = {
  ...zh,
  relativeTime: { ...zh.relativeTime, m: '1分钟', mm: '%d分钟', h: '1小时', hh: '%d小时', d: '1天', dd: '%d天' },
}

/** Every text of one language, by file. Loaded after sign-in. */
export const files = import.meta.glob<Record<string, string>>('../../../locales/zh/*.json', {
  eager: true,
  import: 'default',
})
