import { session } from '#src/session/session.ts'
import type { Grid } from './define.ts'
import { type Laid, reconciled } from './layout.ts'

/** Where this browser keeps what somebody has chosen for a list. Nothing personal is among it. */
const keyOf = (what: string, { page }: Pick<Grid, 'page'>): string =>
  `lendline.${what}.${session.user?.account ?? ''}.${page}`

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
export const keptLayout = (grid: Grid): readonly Laid[] => reconciled(read(keyOf('columns', grid)), grid)
export const keepLayout = (grid: Grid, laid: readonly Laid[]): void => write(keyOf('columns', grid), laid)

/** Whether somebody reads this list page by page. */
export const keptPaged = (grid: Grid): boolean => read(keyOf('paged', grid)) === true
export const keepPaged = (grid: Grid, paged: boolean): void => write(keyOf('paged', grid), paged)

/** Whether somebody has long text of this list take two lines. */
export const keptWrapped = (grid: Grid): boolean => read(keyOf('wrapped', grid)) === true
export const keepWrapped = (grid: Grid, wrapped: boolean): void => write(keyOf('wrapped', grid), wrapped)

const linesMax = 50
/** Filter lines that were applied to a list, newest first. */
export const keptLines = (grid: Grid): readonly string[] => {
  const lines = read(keyOf('lines', grid))
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : []
}
/** Keeps a filter line without personal values. */
export const keepLine = (grid: Grid, line: string): void =>
  write(keyOf('lines', grid), [line, ...keptLines(grid).filter((other) => other !== line)].slice(0, linesMax))
