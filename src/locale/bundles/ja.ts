import ja from 'dayjs/locale/ja.js'

/** The locale of dayjs, with relative times in digits and as Unicode's CLDR spaces them. */
export const locale = {
  ...ja,
  relativeTime: { ...ja.relativeTime, m: '1 分', mm: '%d 分', h: '1 時間', hh: '%d 時間', d: '1 日', dd: '%d 日' },
}

/** Every text of one language, by file. Loaded after sign-in. */
export const files = import.meta.glob<Record<string, string>>('../../../locales/ja/*.json', {
  eager: true,
  import: 'default',
})
