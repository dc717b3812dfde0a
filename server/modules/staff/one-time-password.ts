import { randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'

/** Letters and digits that are not taken for one another when they are read out. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const drawn = 10

/** A password that is good once, and its hash. It holds to the password policy: letters, a digit, a sign. */
export async function oneTimePassword(): Promise<{ password: string; passwordHash: string }> {
  const letters = Array.from({ length: drawn }, () => alphabet[randomInt(alphabet.length)]).join('')
  const password = `${letters}-${randomInt(10, 100)}`
  return { password, passwordHash: await hash(password) }
}
