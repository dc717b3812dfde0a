import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import type { Account, Answer, World } from './server.ts'

/** The rows of a workbook's first sheet, as a reader that knows nothing of the writer has them. */
export async function readSheet(bytes: Buffer): Promise<unknown[][]> {
  const { sheets } = await readXlsx(bytes)
  return sheets[0]!.rows as unknown[][] // cells of any type
}

/** What somebody, by default operations, is handed out under a path: a template, as text. */
export async function blankSheet(
  { server, tokenOf }: Pick<World, 'server' | 'tokenOf'>,
  path: string,
  who: Account = 'ops',
) {
  const headers = { authentication: await tokenOf(who) }
  return (await fetch(`${server.url}/api${path}`, { headers })).text()
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** A template with these lines filled in, each by the names of its columns; they stand in the last of its own lines. */
export function filledSheet(blank: string, lines: readonly Readonly<Partial<Record<string, string>>>[]): string {
  const rows = parse(blank, { bom: true, relax_column_count: true }) as string[][]
  const filled = lines.map((line) =>
    rows
      .at(-1)!
      .map((name) => quoted(line[name.trim()] ?? ''))
      .join(','),
  )
  return `${[blank.trimEnd(), ...filled].join('\n')}\n`
}

/** Hands a sheet in; the answer is what the server says of it. */
export const sendSheet = (
  { raw }: Pick<World, 'raw'>,
  at: `POST /${string}`,
  contents: string,
  { who = 'ops', language = 'en' }: { readonly who?: Account; readonly language?: string } = {},
): Promise<Answer & { readonly fields?: object[] }> => {
  const body = new FormData()
  body.append('file', new Blob([contents]), 'sheet.csv')
  return raw(at, { who, body, headers: { 'accept-language': language } })
}
