/** Runs a statement, or several, outside any transaction of drizzle's. Answers the rows of the last one. */
export type RunSql = (text: string) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>

/** A table by a noun that its changes are announced as: `caseTransfers`. */
interface NounTable {
  readonly noun: string
  readonly table: string
}

/** What the database keeps for nouns by itself: triggers on their tables, and the sequences their ids are numbered from. */
export interface NounSchema {
  readonly tables: readonly NounTable[]
  readonly sequences: readonly string[]
}

/** What stands in the database already. */
interface Existing {
  readonly tables: readonly string[]
  /** Tables with the columns of `changeable()`. */
  readonly changeable: readonly string[]
  readonly triggers: readonly string[]
  readonly sequences: readonly string[]
}

interface Trigger {
  readonly table: string
  readonly name: string
  /** When it fires and what it calls, as the catalogue has it. */
  readonly shape: string
  readonly definition: string
}

/** Bits of `pg_trigger.tgtype`. */
const [eachRow, before, onInsert, onUpdate] = [1, 2, 4, 16]

/** Counts the version up. What other triggers keep beside a row, like the holder of its case, makes it no other version. */
const versionTrigger = (table: string): Trigger => ({
  table,
  name: `${table}_version`,
  shape: `${eachRow + before + onUpdate} bump_version() when`,
  definition: `before update on ${table} for each row when (pg_trigger_depth() = 0) execute function bump_version()`,
})

/**
 * Notifies every server of the rows that a statement has written. A table whose rows are those of several nouns has a
 * trigger of each: the one that is called as the table has the plain name.
 */
const announceTrigger = ({ noun, table }: NounTable, shared: boolean, event: 'insert' | 'update'): Trigger => ({
  table,
  name: `${shared && noun !== table ? `${table}_${noun.toLowerCase()}` : table}_${event === 'insert' ? 'inserted' : 'updated'}`,
  shape: `${event === 'insert' ? onInsert : onUpdate} announce(${noun}) changed`,
  definition: `after ${event} on ${table} referencing new table as changed for each statement execute function announce('${noun}')`,
})

const keyOf = ({ table, name, shape }: Trigger): string => `${table} ${name}: ${shape}`

/** Everything at once: asked at every start. */
const existing = `select
  (select coalesce(json_agg(relname), '[]') from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables,
  (select coalesce(json_agg(relname), '[]') from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and 2 = (select count(*) from pg_attribute
      where attrelid = pg_class.oid and attname in ('version', 'changed_by') and not attisdropped)) as changeable,
  (select coalesce(json_agg(format('%s %s: %s %s(%s)%s%s', relname, tgname, tgtype, proname,
      replace(encode(tgargs, 'escape'), '\\000', ''), ' ' || tgnewtable, case when tgqual is not null then ' when' end)), '[]')
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where relnamespace = 'public'::regnamespace and not tgisinternal) as triggers,
  (select coalesce(json_agg(relname), '[]') from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace) as sequences`

/** The statements that bring triggers and sequences to what the nouns declare; none where nothing is lacking. */
function changes({ tables, sequences }: NounSchema, there: Existing): string[] {
  const triggers = [
    ...there.changeable.map(versionTrigger),
    ...tables.flatMap((one) => {
      const shared = tables.some(({ noun, table }) => table === one.table && noun !== one.noun)
      return [announceTrigger(one, shared, 'insert'), announceTrigger(one, shared, 'update')]
    }),
  ]
  return [
    ...triggers
      .filter((trigger) => !there.triggers.includes(keyOf(trigger)))
      .map(({ name, definition }) => `create or replace trigger ${name} ${definition}`),
    // not quoted: the database writes names in lower case
    ...sequences
      .filter((name) => !there.sequences.includes(name.toLowerCase()))
      .map((name) => `create sequence ${name}`),
  ]
}

/**
 * Brings triggers and id sequences to what the nouns declare. Costs one query where nothing has changed. Takes nothing away:
 * what a noun leaves behind goes with its table, by a migration.
 * @throws Error naming the table that no migration has made.
 */
export async function syncNounSchema(run: RunSql, nouns: NounSchema): Promise<void> {
  const { rows } = await run(existing)
  const there = rows[0] as unknown as Existing // the columns selected above
  const lacking = nouns.tables.find(({ table }) => !there.tables.includes(table))
  if (lacking) throw new Error(`no migration makes the table ${lacking.table} of ${lacking.noun}: npm run migration`)
  const statements = changes(nouns, there)
  if (statements.length > 0) await run(`begin; ${statements.join('; ')}; commit`)
}
