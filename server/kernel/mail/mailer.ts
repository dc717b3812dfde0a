import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { ConfigurationError } from '#server/kernel/base/configuration-error.ts'
import { MailError } from './mail-error.ts'

/** E-mail to one person, with at most one file. */
export interface Mail {
  /** Names its Message-ID: the same however often it is tried, so that a second copy can be told by it. */
  readonly id: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly attachment: { readonly name: string; readonly type: string; readonly bytes: Buffer } | null
}

/** Mail port: hands e-mail to the mail server of the installation. */
export interface Mailer {
  /** @throws MailError where the server has not taken it, or may have. */
  send(mail: Mail): Promise<void>
}

/** Mail server and sender, as the environment has them. */
export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the first byte. */
  readonly url: string
  /** `reports@lender.example`, or with a name: `Reports <reports@lender.example>`. */
  readonly from: string
}

const [connectMs, idleMs, totalMs] = [10_000, 60_000, 300_000]
/** What goes for every mail: nothing is read from files or addresses, and nothing of it logged. */
const limits = {
  ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: idleMs },
  ...{ disableFileAccess: true, disableUrlAccess: true, logger: false },
} as const
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** Transport options of an address. @throws ConfigurationError that does not repeat it: a password stands in it. */
function serverOf(address: string) {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) {
    throw new ConfigurationError('MAIL_URL is smtp://user:password@host:port or smtps://user:password@host:port')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const port = Number(url.port) || (secure ? 465 : 587)
  const auth = url.username && { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  // neither a password nor anybody's data leaves this machine in the clear; on it, certificates are seldom real
  const isHere = loopback.test(host)
  return { host, port, secure, requireTLS: !secure && !isHere, ignoreTLS: isHere, ...(auth && { auth }) }
}

/** The domain of a sender, which Message-IDs are told apart by. @throws ConfigurationError where it is no address. */
function domainOf(from: string): string {
  const [, domain] = /^(?:[^<>\r\n]*<)?[^\s<>@]+@([^\s<>@]+?)>?$/.exec(from.trim()) ?? []
  if (!domain)
    throw new ConfigurationError('MAIL_FROM is an address, or a name and an address: Reports <reports@lender.example>')
  return domain
}

/** A header is one line, whatever somebody has written into it. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const attachmentOf = ({ name, type, bytes }: NonNullable<Mail['attachment']>) => ({
  filename: oneLine(name),
  contentType: type,
  content: bytes,
})

/** Mailer over SMTP. @throws ConfigurationError where its settings are none; it does not repeat them. */
export function mailerAt({ url, from }: MailSettings): Mailer {
  const server = serverOf(url)
  const domain = domainOf(from)
  return {
    async send({ id, to, subject, text, attachment }) {
      let begun = false
      async function* noteBeginning(bytes: AsyncIterable<Buffer>) {
        begun = true
        yield* bytes
      }
      const transport = createTransport({ ...server, ...limits })
      transport.use('stream', ({ message }, done) => {
        // read once the server has asked for the message itself: until then it cannot have taken it
        message.processFunc((bytes) => Readable.from(noteBeginning(bytes), { objectMode: false }))
        done()
      })
      await transport
        .sendMail({
          from,
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          text,
          messageId: `<${id}@${domain}>`,
          // no absence note answers it
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: attachment ? [attachmentOf(attachment)] : [],
          signal: AbortSignal.timeout(totalMs),
        })
        .catch((error: unknown): never => {
          throw MailError.of(error, begun)
        })
    },
  }
}
