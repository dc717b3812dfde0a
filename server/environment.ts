import { isAbsolute, join } from 'node:path'
import { Country } from '#contract/kernel/calendar.ts'
import { lockFolder, readOrCreateSecret } from './kernel/base/data-folder.ts'
import { type Database, openDatabase } from './kernel/base/database.ts'
import { root } from './kernel/base/root.ts'
import { nounSchema } from './nouns.ts'

/** What whoever runs it has decided, from the environment. */
export interface Environment {
  readonly port: number
  readonly host: string
  readonly country: Country
  /** Data, files and keys of this installation. */
  readonly folder: string
  /** A PostgreSQL; none: the embedded database in the folder. */
  readonly databaseUrl: string | undefined
  readonly demo: boolean
  /** How many loans the demo book has; none: as many as usual. */
  readonly demoLoans: number | undefined
  readonly secret: string
  readonly gatewayUrl: string | undefined
  readonly publicUrl: string | undefined
}

/** Reads the environment. The secret of an embedded installation is made where there is none. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const given = env.DATA_DIR ?? 'data'
  const folder = isAbsolute(given) ? given : join(root, given)
  const databaseUrl = env.DATABASE_URL || undefined
  return {
    port: Number(env.PORT ?? 4600),
    host: env.HOST ?? '0.0.0.0',
    country: Country.parse(env.COUNTRY ?? 'IN'),
    folder,
    databaseUrl,
    demo: databaseUrl ? env.LENDLINE_DEMO === '1' : env.LENDLINE_DEMO !== '0',
    demoLoans: env.DEMO_LOANS ? Number(env.DEMO_LOANS) : undefined,
    secret: env.LENDLINE_SECRET ?? readOrCreateSecret(folder),
    gatewayUrl: env.PAYOUT_GATEWAY_URL,
    publicUrl: env.PUBLIC_URL,
  }
}

/**
 * Opens the database that the environment names, and migrates it. A data folder is taken first.
 * @throws FolderInUse where another process has the folder open; UnsupportedLocale as `migrate` does.
 */
export async function openEnvironmentDatabase({ databaseUrl, folder }: Environment): Promise<Database> {
  const release = databaseUrl ? () => {} : lockFolder(folder)
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: join(folder, 'pglite') })
  await database.migrate(nounSchema)
  return {
    ...database,
    async close() {
      await database.close()
      release()
    },
  }
}
