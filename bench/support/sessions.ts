import type { Database } from '#server/kernel/base/database.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'

interface Team {
  /** The mark of the role that everybody has. */
  readonly role: string
  readonly people: number
}

/** Writes people of a role, in the unit of whoever has it already, and opens a session for each. Answers their tokens. */
export async function openSessions({ query }: Database, { role, people }: Team): Promise<string[]> {
  await query(
    `insert into staff (id, account, name, password_hash, unit_id, created_at)
     select 'S-signed-' || n, 'signed' || n, 'Person ' || n, '', (select unit_id from staff s join staff_roles r on r.staff_id = s.id
       and r.role_id = $1 order by s.id limit 1), now() from generate_series(1, $2::int) n`,
    [role, people],
  )
  await query(
    `insert into staff_roles (staff_id, role_id) select 'S-signed-' || n, $1 from generate_series(1, $2::int) n`,
    [role, people],
  )
  const tokens = Array.from({ length: people }, (_, i) => [`S-signed-${i + 1}`, randomToken()] as const)
  for (const [staffId, token] of tokens) {
    await query(
      `insert into sessions (id, staff_id, token_hash, started_at, renewed_at, last_seen_at)
       values ($1, $2, $3, now(), now(), now())`,
      [randomToken(), staffId, sha256(token)],
    )
  }
  return tokens.map(([, token]) => token)
}
