import { z } from 'zod'
import type { Language } from '#locales/index.ts'
import { api, write } from './kernel/endpoint.ts'

export const languages = ['zh', 'en', 'es', 'vi', 'id', 'ja'] as const satisfies readonly Language[]

const Flag = z.boolean()

/** What a person sets for themselves. What they never set is not there. Source: specification, section 3. */
export const Settings = z
  .object({
    /** The theme colour. */
    theme: z.string().regex(/^#[0-9a-f]{6}$/i),
    /** The way into the settings stands in the bar. */
    showSettings: Flag,
    /** Visited pages have tabs. */
    tagsView: Flag,
    /** The bar and the tabs stay where they are when a page scrolls. */
    fixedHeader: Flag,
    /** The name of the product stands above the menu. */
    sidebarLogo: Flag,
    /** Chinese titles are found by how they sound. */
    supportPinyinSearch: Flag,
    language: z.enum(languages),
    /** The view of open cases that goes for the order of work, by its name; empty: the usual one. */
    orderOfWork: z.string().max(40),
  })
  .partial()
export type Settings = z.output<typeof Settings>

/** What people set for themselves. It is read with `session.info`. */
export const settings = api('settings', {
  /** Sets what is given, leaves the rest, and answers the whole. */
  save: write('POST /settings', { requires: 'anyone', input: Settings, output: Settings }),
})
