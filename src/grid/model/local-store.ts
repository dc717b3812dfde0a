import { currentSession } from '#src/session/base/session.ts'
import type { Grid } from '../define.ts'
import { type ColumnLayout, reconcileLayout } from './layout.ts'

/** Where this browser keeps what somebody has chosen for a list. Nothing personal is among it. */
const keyOf = (what: string, { page }: Pick<Grid, 'page'>): string =>
  `lendline.${what}.${currentSession.user?.account ?? ''}.${page}`

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null // no storage, or something that nobody of us wrote
  }
}
function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // storage is full or off: then it lasts as long as the page
  }
}

/** The columns of a list as somebody left them. */
export const storedLayout = (grid: Grid): readonly ColumnLayout[] => reconcileLayout(read(keyOf('columns', grid)), grid)
export const storeLayout = (grid: Grid, laid: readonly ColumnLayout[]): void => write(keyOf('columns', grid), laid)

/** Whether somebody reads this list page by page. */
export const storedPaged = (grid: Grid): boolean => read(keyOf('paged', grid)) === true
export const storePaged = (grid: Grid, paged: boolean): void => write(keyOf('paged', grid), paged)

/** Whether somebody has long text of this list take two lines. */
export const storedWrapped = (grid: Grid): boolean => read(keyOf('wrapped', grid)) === true
export const storeWrapped = (grid: Grid, wrapped: boolean): void => write(keyOf('wrapped', grid), wrapped)

const historyMax = 50
/** Filter lines that were applied to a list, newest first. */
export const filterHistory = (grid: Grid): readonly string[] => {
  const lines = read(keyOf('lines', grid))
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : []
}
/** Keeps a filter line without personal values. */
export const addToFilterHistory = (grid: Grid, line: string): void =>
  write(keyOf('lines', grid), [line, ...filterHistory(grid).filter((other) => other !== line)].slice(0, historyMax))
