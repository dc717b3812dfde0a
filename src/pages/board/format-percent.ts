import { localeOf } from '#contract/kernel/format.ts'

/** Percent with one decimal, as the reader writes numbers. */
export const formatPercent = (percent: number, language: string): string =>
  percent.toLocaleString(localeOf(language), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
