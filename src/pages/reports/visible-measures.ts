import type { DeclaredReport } from '#src/grid/define-report.ts'

/** The views of a page without measures that whoever is signed in may not see. */
export function withMeasures(whole: DeclaredReport, seen: readonly string[]): DeclaredReport {
  const views = whole.views.map((view) => ({ ...view, measures: view.measures.filter((name) => seen.includes(name)) }))
  const told = views.filter(({ measures }) => measures.length > 0)
  return told.length > 0 ? { ...whole, views: told } : whole // the server says so
}
