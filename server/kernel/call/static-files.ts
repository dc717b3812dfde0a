import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const longest = 'public, max-age=31536000, immutable'

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
    const isPage = request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/')
    return isPage
      ? reply.header('Cache-Control', 'no-cache').sendFile('index.html')
      : reply.code(404).send({ code: 404, msg: 'Not found' })
  })
}
