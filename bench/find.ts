import { roles } from '#server/seed/roles.ts'
import { type Figure, type Measure, median, quantile, repeats } from './harness.ts'
import { query, startBooks } from './support/book.ts'
import { load } from './support/load.ts'
import { signIn, startServer, temporaryFolder } from './support/server.ts'

type Texts = Readonly<Record<string, string>>

/**
 * Who sees everything, and who sees what they hold: what is looked for is theirs. Of others the slowest text is told.
 */
const inFull: readonly string[] = ['manager', 'collector']

/** What people have at hand, from the middle of the book: of the reader's own where they hold some. */
const atHand = `select l.id as "an order’s id", left(l.id, 8) as "the beginning of one", substr(l.id, 3) as "its digits",
    k.id as "a customer’s id", k.phone as phone, '+91 ' || left(k.phone, 5) || ' ' || substr(k.phone, 6) as "a phone as it is written",
    split_part(k.name, ' ', 1) as "a first name", k.name as "a whole name", c.id as "a case’s id",
    (select t.id from tickets t limit 1) as "a ticket’s id",
    (select p.utr from payments p where p.utr is not null and p.state = 'success' limit 1) as utr,
    'collector' as account, '9000000001' as "nobody’s phone", 'zzqx' as "nobody’s name"
  from cases c join loans l on l.id = c.loan_id join customers k on k.id = l.customer_id
  where c.state <> 'closed' and c.collector_id = 'S-collector' limit 1`

const fewAtOnce = { connections: 4, amount: 40 }

/** How long each text takes somebody: the 95th percentile of every repeat. */
async function latencies(reader: string, url: string, texts: Texts): Promise<[what: string, samples: number[]][]> {
  const token = await signIn(url, reader)
  const p95 = async (text: string) => {
    const { times } = await load({ url: `${url}/api/find`, token, body: { text, people: false }, ...fewAtOnce })
    return quantile(times, 0.95)
  }
  // the first call of everything reads from the disk what stays in memory from then on
  for (const text of Object.values(texts)) await p95(text)
  const all: [string, number[]][] = []
  for (const [what, text] of Object.entries(texts)) {
    const samples: number[] = []
    for (let i = 0; i < repeats; i++) samples.push(await p95(text))
    all.push([what, samples])
  }
  return all
}

const figure = (what: string, reader: string, samples: readonly number[]): Figure => ({
  what: `${what}, as ${reader}, 4 at once, p95`,
  unit: 'ms',
  samples,
  budget: { most: 100 },
})

/** Latency of the record search, by what people have at hand, on a large book. */
export const measure: Measure = async () => {
  const { book } = await startBooks()
  const { url } = await startServer({ DATABASE_URL: book, DATA_DIR: temporaryFolder('find') })
  const [texts] = await query<Texts>(book, atHand)
  const figures: Figure[] = []
  for (const { account } of Object.values(roles)) {
    const takes = await latencies(account, url, texts!)
    const [slowest] = takes.toSorted(([, a], [, b]) => median(b) - median(a))
    const shown = inFull.includes(account) ? takes : [slowest!]
    figures.push(...shown.map(([what, samples]) => figure(what, account, samples)))
  }
  return figures
}
