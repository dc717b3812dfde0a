/** Every text of one language, by file. Loaded after sign-in. */
export const files = import.meta.glob<Record<string, string>>('../../../locales/ja/*.json', {
  eager: true,
  import: 'default',
})
