import id from 'dayjs/locale/id.js'

/** The locale of dayjs, with relative times in digits and as Unicode's CLDR spaces them. */
export const locale = { ...id, relativeTime: { ...id.relativeTime, m: '1 menit', h: '1 jam', d: '1 hari' } }

/** Every text of one language, by file. Loaded after sign-in. */
export const files = import.meta.glob<Record<string, string>>('../../../locales/id/*.json', {
  eager: true,
  import: 'default',
})
