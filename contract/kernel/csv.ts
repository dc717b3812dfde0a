/** Byte order mark: tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\ufeff'
/** Formula injection: what a spreadsheet would run, full-width signs as well, gets a prefix that it does not show. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const special = /[",\r\n]/

const quoted = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A text as a cell of CSV (RFC 4180) that cannot run as a formula. */
export const csvCell = (text: string): string => quoted(formula.test(text) ? `'${text}` : text)
