/** Tells spreadsheets that a file is UTF-8. */
export const csvMark = '\ufeff'
/** What a spreadsheet would run: told from text by a mark that it does not show. */
const formula = /^[=+\-@\t\r]/
const special = /[",\r\n]/

const quoted = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A text as a cell of CSV (RFC 4180) that cannot run as a formula. */
export const csvText = (text: string): string => quoted(formula.test(text) ? `'${text}` : text)
