import { auditReport, type Difference, type ReportRequest } from '#server/report-audit/cells.ts'
import type { World } from '#tests/support/server.ts'

type Here = Pick<World, 'server' | 'tokenOf'>

/** Cells of a report, by somebody who sees all of it, that are not what the rows they open come to. */
export async function differencesIn(
  { server, tokenOf }: Here,
  id: string,
  asked: ReportRequest,
): Promise<Difference[]> {
  const { report, listing } = server.app.registry.reports.get(id)!
  const headers = { authentication: await tokenOf('executive') }
  const caller = {
    get: async (at: string) =>
      (await (await fetch(`${server.url}/api${at}`, { headers })).json()) as { data?: unknown },
  }
  const { differences } = await auditReport({ report, listing, asked }, caller)
  return differences
}

/** The lines of a report as a file. */
export async function fileLines({ server, tokenOf }: Here, path: string): Promise<readonly string[]> {
  const headers = { authentication: await tokenOf('executive'), language: 'en' }
  const answer = await fetch(`${server.url}/api${path}`, { headers })
  return (await answer.text()).replace('\ufeff', '').trim().split('\n')
}
