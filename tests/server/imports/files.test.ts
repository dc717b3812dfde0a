import { request } from 'node:http'
import { expect } from 'vitest'
import type { World } from '#tests/support/server.ts'
import { counted, customersCsv, imported, loansCsv, named, problemsOf, test } from './support.ts'

const good = loansCsv([{}, {}])
const wide = (text: string) =>
  text
    .split('\n')
    .map((line, i) => line + Array.from({ length: 111 }, (_, n) => (i === 0 ? `,extra ${n}` : ',x')).join(''))
    .join('\n')

test.for([
  ['a mark at its beginning', `\uFEFF${good}`],
  ['carriage returns', good.replaceAll('\n', '\r\n')],
  ['carriage returns only', good.replaceAll('\n', '\r')],
  ['empty lines', `\n${good.replaceAll('\n', '\n\n')}\n\n`],
  ['quotes around everything', good.replace(/[^,\n]+/g, '"$&"')],
  ['blanks around its headings', good.replace('customerid', ' customerid ')],
  ['122 columns', wide(good)],
] as const)('a file with %s is read like any other', async ([, loans], { server }) => {
  const { outcome } = await imported(server, { loans })

  expect(outcome.loans).toEqual({ loaded: 2, changed: 0, known: 0, refused: 0 })
})

test.for([
  ['semicolon', ';'],
  ['tab', '\t'],
] as const)('columns may be separated by a %s, and the inspection says so', async ([name, sign], { calls }) => {
  const ops = calls()

  const { files, mapping, import: uploaded } = await ops.upload({ loans: good.replaceAll(',', sign) })
  await ops.start(uploaded.id, named(mapping))

  expect(files[0]).toMatchObject({ separator: name, lines: 2 })
  expect(await ops.ended(uploaded.id)).toMatchObject({ state: 'finished', loaded: 2 })
})

const rubbish = Uint8Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 256)
const file = { vocabulary: 'imports.file', value: 'loans' }

test.for([
  ['nothing', '', 'import_empty', { file }],
  ['blank lines only', '\n\n  \n', 'import_empty', { file }],
  ['headings only', loansCsv([]), 'import_empty', { file }],
  ['one column only', good.replaceAll(',', '|'), 'import_separator', { file, columns: expect.stringContaining('|') }],
  ['rubbish', rubbish, 'import_not_text', { file }],
  ['zero bytes', good.replace('anna', 'an\0a'), 'import_not_text', { file }],
  [
    'another encoding',
    Uint8Array.from(Buffer.from(good.replace('anna', 'añna'), 'latin1')),
    'import_not_text',
    { file },
  ],
  ['wide characters', Uint8Array.from(Buffer.from(`\uFEFF${good}`, 'utf16le')), 'import_not_text', { file }],
  ['a quote that is never closed', good.replace('anna', '"anna'), 'import_quote', { file, line: 2 }],
  ['a quote out of place', good.replace('anna', 'an"na'), 'import_quote', { file, line: 2 }],
] as const)('a file that holds %s is refused when it is uploaded', async ([, loans, fault, values], { calls }) => {
  const answer = await calls().tryUpload({ loans })

  expect(answer).toMatchObject({ code: 400, fault, values })
})

test('a quote that is never closed deep in a file stops the import, and nothing is loaded', async ({
  calls,
  server,
}) => {
  const lines = Array.from({ length: 1_500 }, () => ({}))
  const ops = calls()

  const { import: uploaded, mapping } = await ops.upload({ loans: `${loansCsv(lines)}\n"ben,1` })
  await ops.start(uploaded.id, named(mapping))

  const ended = await ops.ended(uploaded.id)
  expect(ended).toMatchObject({ state: 'failed', failure: { fault: 'import_quote' }, loaded: 0 })
  expect(await counted(server)).toMatchObject({ loans: 0, customers: 0, plans: 0 })
})

test('lines are counted as a text editor counts them', async ({ server }) => {
  const loans = `${loansCsv([{ loanId: '"two\nlines"' }])}\n\n${loansCsv([{ amount: '' }]).split('\n')[1]}`

  const { id } = await imported(server, { loans: loans.replaceAll('\n', '\r\n') })

  const told = (await problemsOf(server, id)).map(({ line, fault }) => [line, fault])
  expect(told).toEqual([
    [2, 'not_an_id'],
    [5, 'blank'],
  ])
})

test('a file is read through before anything of it is loaded', async ({ server }) => {
  const steps = new Set<string>()

  const reading = imported(server, { loans: `${loansCsv([{}, {}])}\n"ben,1` }, 'test', (step) => steps.add(step))

  await expect(reading).rejects.toMatchObject({ fault: 'import_quote', values: { line: 4 } })
  expect(steps).not.toContain('loading')
})

test('a sign inside a quoted heading separates nothing', async ({ server }) => {
  const [headings, line] = loansCsv([{}]).replaceAll(',', ';').split('\n')

  const { outcome } = await imported(server, { loans: `${headings};"${','.repeat(20)}"\n${line};x` })

  expect(outcome.loans.loaded).toBe(1)
})

test('a line end that is cut in two where the file is read piece by piece is one line end', async ({ server }) => {
  const [headings, line] = loansCsv([{ amount: '' }]).split('\n')
  const blank = headings!.length % 2 === 0 ? '' : ' '

  const { id } = await imported(server, { loans: `${headings}${blank}\n${'\r\n'.repeat(140_000)}${line}` })

  expect((await problemsOf(server, id)).map((problem) => problem.line)).toEqual([140_002])
})

test('empty lines count for nothing', async ({ calls }) => {
  const { files } = await calls().upload({ loans: `\n\n${good.replaceAll('\n', '\r\n\r\n')}\n\n` })

  expect(files[0]!.lines).toBe(2)
})

test('a file of customers that is no table is refused as that', async ({ calls }) => {
  const answer = await calls().tryUpload({ loans: good, customers: rubbish })

  expect(answer).toMatchObject({ fault: 'import_not_text', values: { file: { value: 'customers' } } })
})

test('a form without loans, or with a file nobody asked for, is refused', async ({ calls, raw }) => {
  const ops = calls()

  expect(await ops.tryUpload({ customers: customersCsv([{}]) })).toMatchObject({ fault: 'file_missing' })
  expect(await ops.tryUpload({ loans: good, ...{ plans: good } })).toMatchObject({ fault: 'invalid' })
  expect(await raw('POST /imports', { who: 'ops' })).toMatchObject({ fault: 'file_missing' })
})

test('a form that is no form is refused', async ({ raw }) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }

  expect(await raw('POST /imports', { who: 'ops', headers, body: 'rubbish' })).toMatchObject({ fault: 'invalid' })
})

const mb = 1_048_576

/** Sends a form of 200 MB for as long as the server wants more; what is beyond `firstMb` is a second file. */
async function sendTooMuch(
  { server, tokenOf }: Pick<World, 'server' | 'tokenOf'>,
  headers: Record<string, string | number>,
  firstMb: number,
) {
  const token = await tokenOf('ops')
  const type = 'multipart/form-data; boundary=b'
  const about = (name: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${name}.csv"\r\n\r\n`
  let sentMb = 0
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = request(
      `${server.url}/api/imports`,
      { method: 'POST', headers: { authentication: token, 'content-type': type, ...headers } },
      (response) => response.setEncoding('utf8').on('data', resolve),
    )
    sending.on('error', reject)
    sending.write(about('loans'))
    const more = () => {
      if (sentMb === 200 || sending.destroyed) return
      if (sentMb === firstMb) sending.write(`\r\n${about('customers')}`)
      sentMb += 1
      sending.write(Buffer.alloc(mb, 'x'), more)
    }
    more()
  })
  return { answer: JSON.parse(answer), sentMb }
}

test.for([
  ['says so before', { 'content-length': 200 * mb }, 200, 5],
  ['does not say how large it is', { 'transfer-encoding': 'chunked' }, 200, 150],
  ['is split over two files', { 'transfer-encoding': 'chunked' }, 60, 150],
] as const)(
  'an upload of 200 MB that %s is refused without being read to its end',
  async (one, { server, tokenOf }) => {
    const [, headers, firstMb, mostMb] = one

    const { answer, sentMb } = await sendTooMuch({ server, tokenOf }, headers, firstMb)

    expect(answer).toMatchObject({ code: 400, fault: 'file_too_large', values: { maxMb: 100 } })
    expect(sentMb).toBeLessThan(mostMb)
  },
)
