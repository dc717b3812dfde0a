import en from 'dayjs/locale/en.js'

/** The locale of dayjs, with relative times in digits and as Unicode's CLDR spaces them. */
export const locale = {
  ...en,
  relativeTime: {
    past: '%s ago',
    m: '1 minute',
    mm: '%d minutes',
    h: '1 hour',
    hh: '%d hours',
    d: '1 day',
    dd: '%d days',
  },
}

/** Every text of one language, by file. Loaded after sign-in. */
export const files = import.meta.glob<Record<string, string>>('../../../locales/en/*.json', {
  eager: true,
  import: 'default',
})
