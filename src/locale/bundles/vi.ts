import vi from 'dayjs/locale/vi.js'

/** The locale of dayjs, with relative times in digits and as Unicode's CLDR spaces them. */
export const locale = { ...vi, relativeTime: { ...vi.relativeTime, m: '1 phút', h: '1 giờ', d: '1 ngày' } }

/** Every text of one language, by file. Loaded after sign-in. */
export const files = import.meta.glob<Record<string, string>>('../../../locales/vi/*.json', {
  eager: true,
  import: 'default',
})
