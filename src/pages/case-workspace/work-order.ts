import { cases } from '#contract/cases.ts'
import { grids } from '#src/catalogue.ts'
import { loadViews, useViews, viewsOf } from '#src/grid/model/views.ts'
import { preferences, usePreferences } from '#src/session/preferences.ts'

/** The list whose views these are. */
export const openCases = grids.find(({ listing }) => listing.id === cases.open.id)! // declared in grids/

/** The usual order of work, beside the views. */
const usual = ''
/** A view of cases that nobody has: none of them is anybody's work. */
const nobodys = 'unallocated'

/** The filter line that somebody works by; a view that is gone, or that they hear of no more, is the usual order. */
export async function lineOfWork(): Promise<string> {
  const { orderOfWork } = preferences
  if (orderOfWork === usual) return ''
  await loadViews()
  return viewsOf(openCases).find(({ name }) => name === orderOfWork)?.query ?? ''
}

/** The views that can be worked by, and the one that is. */
export function useOrdersOfWork() {
  const { orderOfWork } = usePreferences()
  const views = useViews(openCases).filter(({ name }) => name !== nobodys)
  return { views, chosen: views.some(({ name }) => name === orderOfWork) ? orderOfWork : usual }
}
