import { extractText, getDocumentProxy } from 'unpdf'
import type { Account, World } from './server.ts'

/** The text of a PDF, as another reader than its writer finds it; spaces are one space. */
export async function pdfTextOf(bytes: ArrayBuffer | Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages }
}

/** The text of a PDF that the server answers, as another reader than its writer finds it; spaces are one space. */
export async function pdfText(at: string, who: Account, { server, tokenOf }: Pick<World, 'server' | 'tokenOf'>) {
  const headers = { authentication: await tokenOf(who) }
  const response = await fetch(`${server.url}/api${at}`, { headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { ...(await pdfTextOf(bytes)), headers: response.headers, bytes }
}
