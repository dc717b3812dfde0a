import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ProviderKind } from '#contract/providers/types.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import type { World } from '#tests/support/server.ts'

/** What somebody sent to a provider. */
export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A provider of its own on this machine, which answers as it is told to; ends with the test. */
export async function providerThat(answers: RequestListener): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // as node reads it
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
    answers(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, received } // it listens on a port
}

/** A provider that answers everything with one status and text. */
export const providerAnswering = (status: number, text: string) =>
  providerThat((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })

/** A provider that nobody answers at. */
export const nobody = 'http://127.0.0.1:9'

interface GivenConfig {
  readonly id: string
  readonly kind: ProviderKind
  readonly address: string
  readonly weight?: number
  readonly signingKey?: string
}

/** A configuration that is there already, with a provider of its own. */
export async function givenConfig(
  { server }: Pick<World, 'server'>,
  { id, kind, address, weight = 100, signingKey }: GivenConfig,
): Promise<IdOf<'providerConfig'>> {
  const { database, secrets, clock } = server.app
  const providerId = id as IdOf<'provider'>
  const configId = id as IdOf<'providerConfig'>
  const createdAt = clock.now()
  await database.db.insert(providerRows).values({ id: providerId, name: id, kind, createdAt })
  await database.db.insert(providerConfigRows).values({
    ...{ id: configId, providerId, name: `Config ${id}`, address, weight, currency: 'INR', createdAt },
    ...(signingKey && { signingKey: secrets.encrypt(signingKey), signingKeyMask: '••••' }),
  })
  return configId
}
