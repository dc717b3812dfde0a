import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { byteOrderMark } from '#contract/kernel/csv.ts'
import { temporaryFolder } from './server.ts'

/** CSV as LibreOffice writes it: commas, quotes, UTF-8, cells as they are shown. */
const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'

/** Removes thousands separators: amounts are shown with them, those of the CSV have none. */
const ungrouped = (line: string): string =>
  line.replace(/"(-?[\d,]+\.\d+)"/g, (_, amount: string) => amount.replaceAll(',', ''))

/** A workbook as LibreOffice reads it, line by line; null where this machine has none. */
function readByOffice(workbook: Uint8Array): readonly string[] | null {
  const folder = temporaryFolder('office')
  writeFileSync(join(folder, 'list.xlsx'), workbook)
  const args = ['--headless', '--convert-to', filter, 'list.xlsx']
  const { error } = spawnSync('soffice', args, { cwd: folder, env: { ...process.env, HOME: folder }, stdio: 'ignore' })
  return error ? null : readFileSync(join(folder, 'list.csv'), 'utf8').trim().split('\n').map(ungrouped)
}

/** Compares XLSX with CSV through LibreOffice: how many lines differ; null where this machine has none. */
export function countDifferingLines(csv: Uint8Array, workbook: Uint8Array): number | null {
  const read = readByOffice(workbook)
  if (!read) return null
  const lines = Buffer.from(csv).toString('utf8').replace(byteOrderMark, '').trim().split('\n')
  const others = lines.filter((line, i) => line !== read[i])
  return others.length + Math.max(0, read.length - lines.length)
}
