import { isIP } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { Country } from '#contract/kernel/calendar.ts'
import { lockFolder, readOrCreateSecret } from './kernel/base/data-folder.ts'
import { type Database, openDatabase } from './kernel/base/database.ts'
import { exitOnUncaught } from './kernel/base/error-serializer.ts'
import { root } from './kernel/base/root.ts'
import type { MailSettings } from './kernel/mail/mailer.ts'
import { upgrade } from './upgrade.ts'

/** What whoever runs it has decided, from the environment. */
export interface Environment {
  readonly port: number
  readonly host: string
  readonly country: Country
  /** Data, files and keys of this installation. */
  readonly folder: string
  /** A PostgreSQL; none: the embedded database in the folder. */
  readonly databaseUrl: string | undefined
  /** An S3 bucket for files; none: the folder. */
  readonly filesUrl: string | undefined
  /** The mail server that e-mail to staff leaves by; none: there is no e-mail. */
  readonly mail: MailSettings | undefined
  readonly demo: boolean
  /** How many loans the demo book has; none: as many as usual. */
  readonly demoLoans: number | undefined
  readonly secret: string
  /** Where the newest checkpoint of the audit log is kept: a file, or an http address. */
  readonly auditWitness: string
  readonly gatewayUrl: string | undefined
  readonly publicUrl: string | undefined
  /** Whether providers may be inside the house. */
  readonly internalProviders: boolean
  /** How many proxies stand in front, or their networks. */
  readonly trustedProxies: number | readonly string[] | undefined
}

/** `1`, or `10.0.0.0/8,192.168.1.7`: hops, or networks. @throws Error for anything else: a guess would trust strangers. */
function proxiesOf(given = '0'): Environment['trustedProxies'] {
  if (/^\d$/.test(given)) return Number(given) || undefined
  const networks = given.split(',').map((network) => network.trim())
  const isNetwork = (network: string) => {
    const [address = '', bits = '0', ...rest] = network.split('/')
    return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && rest.length === 0
  }
  if (!networks.every(isNetwork)) throw new Error(`TRUST_PROXY is a number of proxies or their networks, not ${given}`)
  return networks
}

/** The mail server, with the address that mail comes from. @throws Error where only one of them is given. */
function mailOf({ MAIL_URL: url, MAIL_FROM: from }: NodeJS.ProcessEnv): MailSettings | undefined {
  if (!url && !from) return undefined
  if (!url || !from) throw new Error(`${url ? 'MAIL_FROM' : 'MAIL_URL'} is missing: mail takes a server and a sender`)
  return { url, from }
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
    filesUrl: env.FILES_URL || undefined,
    mail: mailOf(env),
    demo: databaseUrl ? env.LENDLINE_DEMO === '1' : env.LENDLINE_DEMO !== '0',
    demoLoans: env.DEMO_LOANS ? Number(env.DEMO_LOANS) : undefined,
    secret: env.LENDLINE_SECRET || readOrCreateSecret(folder), // an empty one would encrypt for everybody
    auditWitness: env.AUDIT_WITNESS || join(folder, 'audit-checkpoint.json'),
    gatewayUrl: env.PAYOUT_GATEWAY_URL,
    publicUrl: env.PUBLIC_URL,
    internalProviders: env.INTERNAL_PROVIDERS === '1',
    trustedProxies: proxiesOf(env.TRUST_PROXY),
  }
}

/**
 * Opens the database that the environment names, and migrates it. A data folder is taken first. From now on an error that
 * nobody catches is printed without values.
 * @throws FolderInUse where another process has the folder open; UnsupportedLocale as `migrate` does.
 */
export async function openEnvironmentDatabase({ databaseUrl, folder, country }: Environment): Promise<Database> {
  exitOnUncaught()
  const release = databaseUrl ? () => {} : lockFolder(folder)
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: join(folder, 'pglite') })
  await upgrade(database, country)
  return {
    ...database,
    async close() {
      await database.close()
      release()
    },
  }
}
