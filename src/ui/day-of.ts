/** A day as the product writes it, where it was typed with other marks between its parts, or with none. */
export function dayOf(typed: string): string {
  const [, year, month, day] = /^\s*(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})\s*$/.exec(typed) ?? []
  return year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : typed.trim()
}
