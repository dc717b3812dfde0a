import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Encryption, blind indexes and signatures by the installation's one secret; each purpose has a key of its own. */
export interface Secrets {
  /** Encrypts personal data at rest (AES-256-GCM). The same text never gives the same answer twice. */
  encrypt(text: string): string
  /** @throws Error where it was encrypted under another secret, or changed since. */
  decrypt(sealed: string): string
  /** The same text always gives the same answer: finds encrypted values by their full value. */
  blindIndex(text: string): string
  /** Signs what goes to, or comes from, the provider `who`. */
  sign(who: string, text: string): string
  verify(who: string, text: string, signature: string): boolean
  /** Tells two secrets apart without telling them. */
  readonly fingerprint: string
}

const nonceBytes = 12
const tagBytes = 16

/** The keys of an installation, from its one secret. */
export function secretsOf(secret: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'lendline', purpose, 32))
  const hmac = (under: Buffer, text: string) => createHmac('sha256', under).update(text).digest()
  const signed = (who: string, text: string) => hmac(key(`signature ${who}`), text)
  const encryption = key('encryption')
  const index = key('blind index')
  return {
    encrypt(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
    blindIndex: (text) => hmac(index, text).toString('base64url'),
    sign: (who, text) => signed(who, text).toString('hex'),
    verify(who, text, signature) {
      const wanted = signed(who, text)
      const given = Buffer.from(signature, 'hex')
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
    fingerprint: hmac(key('fingerprint'), '').toString('hex').slice(0, 16),
  }
}

/** Random token, which nobody can guess. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
