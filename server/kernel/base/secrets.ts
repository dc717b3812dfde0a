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
  /** The same for the bytes of a file, … */
  seal(bytes: Buffer): Buffer
  /** … and back. @throws Error as `decrypt` does. */
  open(sealed: Buffer): Buffer
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

/** AES-256-GCM under a key: a nonce, the tag, then the text. */
export function cipherOf(key: Buffer): Pick<Secrets, 'seal' | 'open'> {
  return {
    seal(bytes) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
    },
  }
}

/** Random key for `cipherOf`. */
export const newKey = (): Buffer => randomBytes(32)

/** The keys of an installation, from its one secret. */
export function secretsOf(secret: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'lendline', purpose, 32))
  const hmac = (under: Buffer, text: string) => createHmac('sha256', under).update(text).digest()
  const signatureKeys = new Map<string, Buffer>()
  const signed = (who: string, text: string) => {
    const known = signatureKeys.get(who) ?? key(`signature ${who}`)
    signatureKeys.set(who, known)
    return hmac(known, text)
  }
  const { seal, open } = cipherOf(key('encryption'))
  const index = key('blind index')
  return {
    encrypt: (text) => seal(Buffer.from(text, 'utf8')).toString('base64url'),
    decrypt: (sealed) => open(Buffer.from(sealed, 'base64url')).toString('utf8'),
    seal,
    open,
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
