import { readXlsx } from 'hucre/xlsx'

/** The rows of a workbook's first sheet, as a reader that knows nothing of the writer has them. */
export async function readSheet(bytes: Buffer): Promise<unknown[][]> {
  const { sheets } = await readXlsx(bytes)
  return sheets[0]!.rows as unknown[][] // cells of any type
}
