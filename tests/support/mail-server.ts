import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerError, type SMTPServerOptions } from 'smtp-server'

/** What the account of the tests signs in with. A sign that an address has to encode stands in it. */
export const mailPassword = 'se:cret@mail'

/** How a mail server behaves that is not well. */
export interface Ailment {
  /** What it answers to a recipient, … */
  readonly recipient?: { readonly code: number; readonly text: string }
  /** … and to a message. */
  readonly message?: { readonly code: number; readonly text: string }
  /** It breaks the connection off instead of an answer. */
  readonly breaksAt?: 'recipient' | 'message'
  /** What it still says before that, in the middle of a line. */
  readonly lastWords?: string
}

/** Mail server on this machine: SMTP as it is, with an account. */
export interface MailServer {
  readonly url: string
  /** What it has taken, the oldest first: for whom, and the mail itself. */
  readonly taken: readonly { readonly for: readonly string[]; readonly mail: Email }[]
  /** How often somebody has begun to send something. */
  readonly begun: () => number
  /** From now on it behaves so. */
  ail(ailment: Ailment): void
  /** It is well, and has taken nothing. */
  recover(): Promise<void>
  up(): Promise<void>
  down(): Promise<void>
}

const refusal = ({ code, text }: NonNullable<Ailment['message']>): SMTPServerError =>
  Object.assign(new Error(text), { responseCode: code })

async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer) // a stream of bytes
  return Buffer.concat(pieces)
}

/** Starts a mail server on a free port; it keeps that through `down` and `up`. */
async function startMailServer(): Promise<MailServer> {
  const taken: { for: readonly string[]; mail: Email }[] = []
  const sockets = new Set<Socket>()
  let [port, begun, ailment, server] = [0, 0, {} as Ailment, null as SMTPServer | null]
  const breakOff = (lastWords = '') => {
    for (const socket of sockets) socket.end(lastWords, () => socket.destroy())
  }
  const take: NonNullable<SMTPServerOptions['onData']> = async (stream, { envelope }, done) => {
    const bytes = await bytesOf(stream)
    if (ailment.breaksAt === 'message') return breakOff(ailment.lastWords)
    if (ailment.message) return done(refusal(ailment.message))
    taken.push({ for: envelope.rcptTo.map(({ address }) => address), mail: await PostalMime.parse(bytes) })
    return done()
  }
  const make = () =>
    new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        password === mailPassword ? done(null, { user: username }) : done(new Error('Wrong password')),
      onRcptTo(_, __, done) {
        begun += 1
        if (ailment.breaksAt === 'recipient') breakOff()
        else done(ailment.recipient ? refusal(ailment.recipient) : null)
      },
      onData: take,
    })
  const up = async () => {
    const fresh = make()
    server = fresh
    // a connection that a test breaks off is none of its failures
    fresh.on('error', () => {})
    fresh.server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => {
      fresh.listen(port, '127.0.0.1', resolve)
    })
    port = (fresh.server.address() as AddressInfo).port // it listens on a port
  }
  await up()
  return {
    url: `smtp://reports:${encodeURIComponent(mailPassword)}@127.0.0.1:${port}`,
    taken,
    begun: () => begun,
    ail(next) {
      ailment = next
    },
    async recover() {
      taken.length = 0
      ;[begun, ailment] = [0, {}]
      if (!server) await up()
    },
    up,
    async down() {
      breakOff()
      await new Promise<void>((resolve) => {
        if (server) server.close(resolve)
        else resolve()
      })
      server = null
    },
  }
}

/** Fixture of a mail server: it is there for whatever uses it, and gone afterwards. */
export async function mailServer({}: object, use: (post: MailServer) => Promise<void>): Promise<void> {
  const post = await startMailServer()
  await use(post)
  await post.down()
}
