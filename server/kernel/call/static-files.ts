import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const longest = 'public, max-age=31536000, immutable'

/** A path that no file has and nothing decodes: `//b`, `/%`, a zero byte. */
function isHostile(path: string): boolean {
  try {
    return /\/\/|[\p{Cc}\\]/u.test(decodeURIComponent(path))
  } catch {
    return true // not percent-encoded as it says
  }
}

/** Whether only an answer is asked for, or its headers alone. */
const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

/** URL rewriting: whatever is asked for as a page is the console's, which says that there is none; a browser is shown no JSON. */
export function pageUrl({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const path = url.split('?')[0]!
  const isPage = isRead(method) && !path.startsWith('/api/') && !path.startsWith('/assets/')
  return isPage && isHostile(path) ? '/404' : url
}

/** Serves the console's build: files with a hash in their name for good, everything else anew; pages are its own routes. */
export async function mountStaticFiles(fastify: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  await fastify.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', path.includes('/assets/') ? longest : 'no-cache')
    },
  })
  fastify.setNotFoundHandler((request, reply) => {
    const isPart = request.url.startsWith('/api/') || request.url.startsWith('/assets/')
    // whoever types the address of a part into the bar of a browser is shown a page all the same
    const isPage = isRead(request.method) && (!isPart || request.headers.accept?.includes('text/html'))
    return isPage
      ? reply.header('Cache-Control', 'no-cache').sendFile('index.html')
      : reply.code(404).send({ code: 404, msg: 'Not found' })
  })
}
