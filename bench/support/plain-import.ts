import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { parse } from 'csv-parse'

/** Every CSV file named on the command line into a table of texts: parsed, copied, and nothing understood. */
const lite = await PGlite.create({ dataDir: join(process.env.DATA_DIR!, 'pglite') })
const escaped = (cell: string) => cell.replace(/[\\\t\n\r]/g, ' ')
for (const [i, file] of process.argv.slice(2).entries()) {
  const rows: AsyncIterable<string[]> = createReadStream(file).pipe(parse({ bom: true, relax_column_count: true }))
  const lines: string[] = []
  let width = 0
  for await (const row of rows) {
    width ||= row.length
    lines.push(row.slice(0, width).map(escaped).join('\t'))
  }
  const columns = Array.from({ length: width }, (_, column) => `c${column} text`)
  await lite.exec(`create table t${i} (${columns.join(', ')})`)
  await lite.query(`copy t${i} from '/dev/blob'`, [], { blob: new Blob([`${lines.join('\n')}\n`]) })
}
await lite.close()
