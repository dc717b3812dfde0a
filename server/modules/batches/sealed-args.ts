import type { Secrets } from '#server/kernel/base/secrets.ts'
import type { RegistryEntry } from '#server/kernel/call/context.ts'

type Args = Readonly<Record<string, unknown>>
type Keys = { readonly app: { readonly secrets: Secrets } }

const ofSecrets = (
  { endpoint: { secrets = [] } }: RegistryEntry,
  args: Args,
  convert: (value: unknown) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, secrets.includes(name) ? convert(value) : value]),
  )

/** Arguments of a run as they are stored: secrets among them are encrypted, … */
export const sealArgs = (entry: RegistryEntry, args: Args, { app: { secrets } }: Keys): Record<string, unknown> =>
  ofSecrets(entry, args, (value) => secrets.encrypt(JSON.stringify(value)))

/** … and as its rows take them. */
export const openArgs = (entry: RegistryEntry, stored: unknown, { app: { secrets } }: Keys): Record<string, unknown> =>
  // stored by `sealArgs`
  ofSecrets(entry, stored as Args, (value) => JSON.parse(secrets.decrypt(String(value))))
