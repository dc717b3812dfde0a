import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { World } from '#tests/support/server.ts'
import { hire } from '../collectors/support.ts'

/** The clock of tests stands on this Tuesday. */
const day = '2026-03-10' as LocalDate
export const s1 = 'S1' as IdOf<'stage'>

type Given = Pick<World, 'given' | 'server'>

const stages = ['T0', 'T1', 'T2', 'S1', 'S2', 'M1', 'M2', 'M3']

/** Two collectors of the first agency beside the one that there is, two of the second, one of the third; all on duty. */
export async function crewOnDuty({ server }: Pick<World, 'server'>): Promise<void> {
  await hire({ server }, 'a2', { unit: 'AG1B', stages })
  await hire({ server }, 'b1', { unit: 'AG2A', stages })
  await hire({ server }, 'b2', { unit: 'AG2B', stages })
  await hire({ server }, 'c1', { unit: 'AG3A', stages })
  await server.app.database.query(
    `insert into duty_patterns (staff_id, weekday, works)
     select id, weekday, weekday < 7 from collectors, generate_series(1, 7) weekday`,
  )
}

/** Cases that wait, with what is owed in rupees and the days past due; opened today, as the night would have. */
export async function waitingCases({ given }: Pick<World, 'given'>, rupees: readonly number[], late = 5) {
  const cases = []
  for (const amount of rupees) {
    const charged = { penalty: 0, fee: 0, interest: 0, principal: amount * 100 }
    cases.push(await given.case({ charged, dueDate: addDays(day, -late) }))
  }
  return cases
}

export const allocate = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('allocateCases')!(server.app)

/** The turns of the newest run: kind, amount in rupees, from and to. */
export async function turnsOf({ server }: Pick<Given, 'server'>, stage = 'S1') {
  const { rows } = await server.app.database.query(
    `select t.*, u.path from case_assignments t left join staff s on s.id = t.to_id left join units u on u.id = s.unit_id
     where t.stage = $1 and t.allocation_id = (select id from case_allocations order by started_at desc, id desc limit 1)
     order by t.turn`,
    [stage],
  )
  return rows as {
    turn: number
    case_id: string
    loan_id: string
    kind: string
    amount_minor: string | number
    from_id: string | null
    to_id: string | null
    kept: boolean
    path: string | null
  }[]
}

/** Agencies in the order in which they got cases: A for the first, and so on; a dot for nobody. */
export const agenciesOf = (turns: readonly { path: string | null }[]): string =>
  turns.map(({ path }) => (path ? 'ABC'[Number(/AG(\d)/.exec(path)![1]) - 1] : '.')).join('')

/** So many amounts, falling. */
export const amounts = (count: number) => Array.from({ length: count }, (_, i) => 9_000 - i * 10)

export const query = async ({ server }: Pick<World, 'server'>, text: string, values: unknown[] = []) =>
  (await server.app.database.query(text, values)).rows
