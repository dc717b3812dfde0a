import type { Database } from '#server/kernel/base/database.ts'

/** Schemas of ours. What drizzle and pg-boss keep for themselves is theirs. */
const ours = `('public', 'sandbox')`

/** Each kind of object as the catalogue has it, one line of text for each. The order of columns is left out. */
const kinds = [
  `select format('column %s.%s %s%s collate %s default %s %s statistics %s', attrelid::regclass, attname,
      format_type(atttypid, atttypmod), case when attnotnull then ' not null' end, collname,
      pg_get_expr(adbin, adrelid), attgenerated::text || attidentity::text, attstattarget)
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_collation on pg_collation.oid = attcollation
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind = 'r' and relnamespace::regnamespace::text in ${ours} and attnum > 0 and not attisdropped`,
  `select format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace::regnamespace::text in ${ours}`,
  `select format('index %s', pg_get_indexdef(indexrelid))
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace::regnamespace::text in ${ours} and indisvalid`,
  `select format('trigger %s %s', tgenabled, pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace::regnamespace::text in ${ours} and not tgisinternal`,
  `select format('function %s', pg_get_functiondef(oid)) from pg_proc
    where pronamespace::regnamespace::text in ${ours} and not exists (
      select from pg_depend where objid = pg_proc.oid and classid = 'pg_proc'::regclass and deptype = 'e')`,
  `select format('sequence %s %s from %s by %s', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement)
    from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace::regnamespace::text in ${ours}`,
  `select format('statistics %s target %s', pg_get_statisticsobjdef(oid), stxstattarget) from pg_statistic_ext
    where stxnamespace::regnamespace::text in ${ours}`,
  `select format('extension %s', extname) from pg_extension`,
  `select format('schema %s', nspname) from pg_namespace where nspname in ${ours}`,
]

/** The schema of a database, in lines. */
export async function schemaOf({ query }: Database): Promise<string[]> {
  const { rows } = await query(kinds.map((kind) => `select line from (${kind}) as lines (line)`).join(' union all '))
  return rows.map(({ line }) => String(line)).sort()
}

/** A row, and the table it is in. */
export interface StoredRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Every row of every table. */
export async function rowsIn({ query }: Database): Promise<StoredRow[]> {
  const { rows: tables } = await query(
    `select format('%I.%I', schemaname, tablename)::regclass::text as name from pg_tables where schemaname in ${ours}`,
  )
  const selects = tables.map(({ name }) => `select '${name}' as table, to_jsonb(t) as row from ${name} as t`)
  const { rows } = await query(selects.join(' union all '))
  return rows as unknown as StoredRow[] // the two columns selected
}
