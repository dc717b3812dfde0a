import { createServer } from 'node:http'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** Opens the embedded database of a folder, asks it something, and answers over HTTP: no start can be shorter. */
const lite = await PGlite.create({ dataDir: process.env.FOLDER!, extensions: { pg_trgm } })
await lite.query('select count(*) from staff')
createServer((_, response) => response.end('there')).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', async () => {
  await lite.close()
  process.exit(0)
})
