import type { Job } from './jobs.ts'

/**
 * Tables with more dead rows than PostgreSQL's autovacuum leaves: its threshold, and the share that the table itself names.
 * https://www.postgresql.org/docs/18/routine-vacuuming.html#AUTOVACUUM
 */
const due = `
  select s.relid::regclass::text as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    left join lateral (select option_value::float from pg_options_to_table(c.reloptions)
      where option_name = 'autovacuum_vacuum_scale_factor') own(share) on true
    where s.n_dead_tup > current_setting('autovacuum_vacuum_threshold')::int
      + coalesce(own.share, current_setting('autovacuum_vacuum_scale_factor')::float) * greatest(c.reltuples, 0)`

/**
 * Autovacuum of the embedded database, which has none: dead rows are cleared away, and the planner is told how large tables
 * have become. One table at a time: meanwhile everybody waits.
 */
export const autovacuum: Job = {
  id: 'autovacuum',
  cron: '35 * * * *',
  async run({ database }) {
    if (database.kind === 'server') return
    const { rows } = await database.query(due)
    for (const { name } of rows) {
      await database.idle()
      await database.query(`vacuum (analyze) ${name}`)
    }
  },
}
