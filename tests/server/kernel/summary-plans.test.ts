import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { manyLike } from '#tests/support/many.ts'
import { test } from '#tests/support/server.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
/** What is read from end to end, whatever its size. */
const isWhole = ({ 'Node Type': type, 'Index Cond': condition }: PlanNode): boolean =>
  type === 'Seq Scan' || (/^(Index|Index Only|Bitmap Index) Scan$/.test(type) && !condition)
/** Partial indexes have only the rows that a part is about: of a table that was empty one may be read whole. */
const partialIndexes =
  'select relname as name from pg_index join pg_class on oid = indexrelid where indpred is not null'

/** A statement of a trigger of one row, with a row of no values in the place of that row. */
const ofNoRow = (statement: string): string =>
  statement.replace(/with "(\w+)" as \(select \((?:old|new)\)\.\*\)/, (_, table: string) => {
    return `with "${table}" as (select (jsonb_populate_record(null::${table}, '{}')).*)`
  })

interface TriggerFunction {
  readonly name: string
  readonly body: string
  readonly settings: readonly string[]
}
const rowTriggers =
  "select proname as name, prosrc as body, proconfig as settings from pg_proc where proname ~ '_days_.*_(moved|updated)$'"

/** The nodes of the plans of a trigger, as it makes them. */
async function plansOf(tx: Db, { body, settings }: TriggerFunction): Promise<PlanNode[]> {
  for (const setting of settings) {
    const [key = '', value = ''] = setting.split('=')
    await tx.execute(sql`select set_config(${key}, ${value}, true)`)
  }
  const nodes: PlanNode[] = []
  for (const statement of body.split(/(?:begin|;) (?=with )/).slice(1)) {
    const explain = sql.raw(`explain (format json) ${ofNoRow(statement).replace(/; return null; end\s*$/, '')}`)
    const [answer] = await rowsOf<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(tx, explain)
    nodes.push(...nodesOf(answer!['QUERY PLAN'][0]!.Plan))
  }
  return nodes
}

test('what a row that has changed moves is found by conditions, also by what is planned while there is nothing', async ({
  server,
}) => {
  const { db, query } = server.app.database
  await query('analyze')
  const triggers = (await query(rowTriggers)).rows as unknown as TriggerFunction[] // the columns just named
  const partial = new Set((await query(partialIndexes)).rows.map(({ name }) => name))

  const whole = await db.transaction(async (tx) => {
    const found = new Set<string>()
    for (const trigger of triggers) {
      const read = (await plansOf(tx, trigger)).filter((node) => isWhole(node) && !partial.has(node['Index Name']))
      for (const node of read) found.add(`${trigger.name}: ${node['Node Type']} of ${node['Relation Name']}`)
    }
    return [...found]
  })

  expect(triggers.length).toBeGreaterThan(10)
  expect(whole).toEqual([])
})

const fired = /^Trigger (?<name>\w+): time=(?<ms>[\d.]+)/

/** How long each trigger of an update takes, in milliseconds. */
async function triggerTimes(tx: Db, update: string): Promise<Readonly<Record<string, number>>> {
  const lines = await rowsOf<{ 'QUERY PLAN': string }>(tx, sql.raw(`explain analyze ${update}`))
  const found = lines.map((line) => fired.exec(line['QUERY PLAN'])?.groups).filter((groups) => groups !== undefined)
  return Object.fromEntries(found.map(({ name, ms }) => [name!, Number(ms)]))
}

test.for([
  ['loans', 'attempts = attempts + 1', 'loans_told_updated', 'loans_updated'],
  ['cases', 'waiting_since = opened_at', 'cases_held', 'cases_updated'],
] as const)(
  'what %s were is found by hash, also by what was planned for one of them',
  async ([table, change, told, other], { given, server }) => {
    const { database } = server.app
    const { id } = await given.loan()
    await manyLike(database, id, 4_000)
    await database.query(
      `insert into cases (id, loan_id, state, stage, unit_path, opened_at)
     select 'CS' || id, id, 'allocating', 'S1', '/HQ/COL/', now() from loans on conflict do nothing`,
    )
    const one = (await database.query(`select min(id) as id from ${table}`)).rows[0]!.id as string // there are some

    const times = await database.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`update ${table} set ${change} where id = '${one}'`))
      return triggerTimes(tx, `update ${table} set ${change}`)
    })

    // each held against each, it takes forty thousand times as long
    expect(times[told]! / times[other]!).toBeLessThan(4_000)
  },
)
