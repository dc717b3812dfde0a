import pg from 'pg'

/** What one row of a run does, by hand: the statements of the product in its order: `$1` is the order, `$2` the run. */
const statements = [
  `select set_config('lendline.actor', 'by hand', true), set_config('lock_timeout', '2s', true)`,
  `select l.id, l.version, l.state, c.name, l.amount_minor, l.received_minor, l.currency, l.attempts
     from loans l join customers c on c.id = l.customer_id where l.id = $1 for update of l`,
  'select * from loans where id = $1 for update',
  `select value from parameters where id = 'disburse.attemptsMax' and $1::text is not null`,
  'select c.* from cards c join loans l on l.card_id = c.id where l.id = $1',
  `select value from parameters where id = 'disburse.similarityPpm' and $1::text is not null`,
  'select * from payouts where loan_id = $1 order by attempt desc limit 1',
  `select value from parameters where id = 'disburse.dailyCapMinor' and $1::text is not null`,
  `insert into payouts (id, loan_id, attempt, card_id, amount_minor, currency, channel, state, requested_at)
     select id || '-' || attempts + 1, id, attempts + 1, card_id, received_minor, currency, channel, 'paying', now()
     from loans where id = $1`,
  `insert into outbox (topic, key, body, next_at, at)
     select 'payouts.send', id || '-' || attempts + 1, jsonb_build_object('payoutId', id), 'infinity', now()
     from loans where id = $1`,
  'update loans set state = 29, attempts = attempts + 1 where id = $1',
  `insert into loan_states (loan_id, from_state, to_state, event, actor, at)
     values ($1, 31, 29, 'redisburse', 'by hand', now())`,
  `select l.id, l.version, l.state, c.name, l.amount_minor, l.received_minor, l.currency, l.attempts
     from loans l join customers c on c.id = l.customer_id where l.id = $1`,
  `insert into audit (at, actor_name, unit_path, roles, command, risk, noun, object_id, before, after, outcome, request_id,
       duration_ms)
     values (now(), 'by hand', '/HQ/', '{MGR}', 'loans.redisburse', 'money', 'loans', $1, '{"state": 31}', '{"state": 29}',
       'done', 'by hand', 0)`,
  `update batch_items set outcome = 'done', at = now() where batch_id = $2 and row_id = $1`,
]

const lanes = 4
const parametersOf = (text: string): number => (text.includes('$2') ? 2 : text.includes('$1') ? 1 : 0)

/** Re-disburses orders, one transaction each, on as many connections as a run of the product uses. */
export async function redisburseByHand(url: string, ids: readonly string[]): Promise<void> {
  const left = [...ids]
  const batchId = crypto.randomUUID()
  const pool = new pg.Pool({ connectionString: url, max: lanes })
  await pool.query(
    `insert into batch_items (batch_id, seq, row_id, version)
     select $1, seq, id, 1 from unnest($2::text[]) with ordinality as named (id, seq)`,
    [batchId, ids],
  )
  const lane = async () => {
    const client = await pool.connect()
    for (let id = left.pop(); id; id = left.pop()) {
      await client.query('begin')
      for (const text of statements) await client.query(text, [id, batchId].slice(0, parametersOf(text)))
      await client.query('commit')
    }
    client.release()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await pool.end()
}
