import type { World } from './server.ts'

/** Clock of the server, moved to another moment without anybody's session ending over it. */
export async function moveTo({ server, clock }: Pick<World, 'server' | 'clock'>, iso: string): Promise<void> {
  clock.set(iso)
  await server.app.database.query('update sessions set started_at = $1, renewed_at = $1, last_seen_at = $1', [iso])
}
