import type { Subject } from '#contract/kernel/subject.ts'
import { pageIds } from '#contract/menu.ts'
import type { Command } from './command/command.ts'
import type { Grid } from './grid/define.ts'
import type { DeclaredReport } from './grid/define-report.ts'

const commandFiles = import.meta.glob<Record<string, Command>>('../commands/*.ts', { eager: true })
const gridFiles = import.meta.glob<{ default: Grid | DeclaredReport }>('../grids/*.ts', { eager: true })
const declared = Object.values(gridFiles).map((file) => file.default)

/** Everything the console can do. The only place that knows which files there are. */
export const commands: readonly Command[] = Object.values(commandFiles).flatMap((file) => Object.values(file))
/** Every list page, in the order of the menu: of several lists of a noun the first is the one where its rows are looked for. */
export const grids: readonly Grid[] = declared
  .filter((one) => 'columns' in one)
  .toSorted((one, other) => pageIds.indexOf(one.page) - pageIds.indexOf(other.page))
/** Every report page. */
export const reportPages: readonly DeclaredReport[] = declared.filter((one) => 'report' in one)
/** Every kind of row that is listed. */
export const subjects: readonly Subject[] = [...new Set(grids.flatMap(({ listing }) => listing.lists ?? []))]
