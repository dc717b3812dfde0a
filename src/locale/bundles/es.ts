import es from 'dayjs/locale/es.js'

/** The locale of dayjs, with relative times in digits and as Unicode's CLDR spaces them. */
export const locale = { ...es, relativeTime: { ...es.relativeTime, m: '1 minuto', h: '1 hora', d: '1 día' } }

/** Every text of one language, by file. Loaded after sign-in. */
export const files = import.meta.glob<Record<string, string>>('../../../locales/es/*.json', {
  eager: true,
  import: 'default',
})
