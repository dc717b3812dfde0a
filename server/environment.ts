import { isIP } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { Country } from '#contract/kernel/calendar.ts'
import { mustBeOfInstallation } from './installation.ts'
import { ConfigurationError } from './kernel/base/configuration-error.ts'
import { lockFolder, readOrCreateSecret } from './kernel/base/data-folder.ts'
import { type Database, isAway, openDatabase, stateOf } from './kernel/base/database.ts'
import { exitOnUncaught } from './kernel/base/error-serializer.ts'
import { root } from './kernel/base/root.ts'
import { secretsOf } from './kernel/base/secrets.ts'
import { bucketStore } from './kernel/files/bucket-store.ts'
import { type MailSettings, mailerAt } from './kernel/mail/mailer.ts'
import { upgrade } from './upgrade.ts'

/** What whoever runs it has decided, from the environment. */
export interface Environment {
  readonly port: number
  readonly host: string
  /** Whether a proxy in front ends TLS. */
  readonly https: boolean
  readonly country: Country
  /** Data, files and keys of this installation. */
  readonly folder: string
  /** A PostgreSQL; none: the embedded database in the folder. */
  readonly databaseUrl: string | undefined
  /** How many connections to it are opened at most; none: as many as usual. */
  readonly databasePool: number | undefined
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

/** A whole number of a variable. @throws ConfigurationError for anything else. */
function numberOf(name: string, given: string | undefined, { min, max }: { min: number; max: number }) {
  if (!given) return undefined
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= min && value <= max))
    throw new ConfigurationError(`${name} is a number from ${min} to ${max}, not ${given}`)
  return value
}

/** A variable that is on or off. @throws ConfigurationError for anything but `0` and `1`. */
function flagOf(name: string, given: string | undefined): boolean | undefined {
  if (!given) return undefined
  if (given !== '0' && given !== '1') throw new ConfigurationError(`${name} is 0 or 1, not ${given}`)
  return given === '1'
}

/** An address; it may hold a password and is not repeated. @throws ConfigurationError for what is none of these protocols. */
function addressOf(name: string, given: string | undefined, protocols: readonly string[]): string | undefined {
  if (!given) return undefined
  const protocol = URL.canParse(given) ? new URL(given).protocol : ''
  if (!protocols.includes(protocol))
    throw new ConfigurationError(
      `${name} is no address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    )
  return given
}

/** The operating country. @throws ConfigurationError for one that is not known. */
function countryOf(given: string | undefined): Country {
  const { data, success } = Country.safeParse(given || 'IN')
  if (!success) throw new ConfigurationError(`COUNTRY is two capital letters of a country that is known, not ${given}`)
  return data
}

/** `1`, or `10.0.0.0/8,192.168.1.7`: hops, or networks. @throws ConfigurationError for anything else: a guess would trust strangers. */
function proxiesOf(given: string | undefined): Environment['trustedProxies'] {
  if (!given) return undefined
  if (/^\d$/.test(given)) return Number(given) || undefined
  const networks = given.split(',').map((network) => network.trim())
  const isNetwork = (network: string) => {
    const [address = '', bits = '0', ...rest] = network.split('/')
    return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && rest.length === 0
  }
  if (!networks.every(isNetwork))
    throw new ConfigurationError(`TRUST_PROXY is a number of proxies or their networks, not ${given}`)
  return networks
}

/** The mail server, with the address that mail comes from. @throws ConfigurationError where only one of them is given, or is none. */
function mailOf({ MAIL_URL: url, MAIL_FROM: from }: NodeJS.ProcessEnv): MailSettings | undefined {
  if (!url && !from) return undefined
  if (!url || !from)
    throw new ConfigurationError(`${url ? 'MAIL_FROM' : 'MAIL_URL'} is missing: mail takes a server and a sender`)
  mailerAt({ url, from })
  return { url, from }
}

const webAddress = ['http:', 'https:']

/** The bucket of files. @throws ConfigurationError for an address without keys or bucket. */
function bucketOf({ FILES_URL: given }: NodeJS.ProcessEnv): string | undefined {
  const url = addressOf('FILES_URL', given, webAddress)
  if (url) bucketStore(url)
  return url
}

/**
 * Reads the environment; an empty variable is none. The secret of an installation is made where there is none.
 * @throws ConfigurationError
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const given = env.DATA_DIR || 'data'
  const folder = isAbsolute(given) ? given : join(root, given)
  const databaseUrl = addressOf('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:'])
  const demo = flagOf('LENDLINE_DEMO', env.LENDLINE_DEMO)
  return {
    port: numberOf('PORT', env.PORT, { min: 0, max: 65_535 }) ?? 4600,
    host: env.HOST || '0.0.0.0',
    https: flagOf('HTTPS', env.HTTPS) ?? false,
    country: countryOf(env.COUNTRY),
    folder,
    databaseUrl,
    databasePool: numberOf('DATABASE_POOL', env.DATABASE_POOL, { min: 1, max: 1_000 }),
    filesUrl: bucketOf(env),
    mail: mailOf(env),
    demo: demo ?? !databaseUrl,
    demoLoans: numberOf('DEMO_LOANS', env.DEMO_LOANS, { min: 1, max: 999_999_999 }),
    secret: env.LENDLINE_SECRET || readOrCreateSecret(folder), // an empty one would encrypt for everybody
    auditWitness: env.AUDIT_WITNESS || join(folder, 'audit-checkpoint.json'),
    gatewayUrl: addressOf('PAYOUT_GATEWAY_URL', env.PAYOUT_GATEWAY_URL, webAddress),
    publicUrl: addressOf('PUBLIC_URL', env.PUBLIC_URL, webAddress),
    internalProviders: flagOf('INTERNAL_PROVIDERS', env.INTERNAL_PROVIDERS) ?? false,
    trustedProxies: proxiesOf(env.TRUST_PROXY),
  }
}

/** Why the database that was named cannot be used, where the setting is what has to be put right; else the error as it is. */
function databaseFault(error: unknown): unknown {
  if (isAway(error)) return new ConfigurationError('The database that DATABASE_URL names cannot be reached.')
  const state = stateOf(error)
  // class 28: user or password; 3D: no such database; 42501: it may not make tables there
  if (!/^(28...|3D000|42501)$/.test(state)) return error
  return new ConfigurationError(
    `PostgreSQL refuses the user, password or database that DATABASE_URL names: SQLSTATE ${state}.`,
  )
}

/**
 * Opens the database that the environment names, and migrates it. A data folder is taken first. From now on an error that
 * nobody catches is printed without values.
 * @throws FolderInUse where another process has the folder open; UnsupportedLocale as `migrate` does; ConfigurationError where it
 * cannot be reached, or was begun with another secret or in another country.
 */
export async function openEnvironmentDatabase(environment: Environment): Promise<Database> {
  const { databaseUrl, databasePool: poolMax, folder, country, secret } = environment
  exitOnUncaught()
  const release = databaseUrl ? () => {} : await lockFolder(folder)
  const database = await openDatabase(databaseUrl ? { url: databaseUrl, poolMax } : { folder: join(folder, 'pglite') })
  const close = async () => {
    await database.close()
    release()
  }
  try {
    await upgrade(database, country)
    await mustBeOfInstallation(database.db, secretsOf(secret), country)
  } catch (error) {
    await close()
    throw databaseFault(error)
  }
  return { ...database, close }
}
