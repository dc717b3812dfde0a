import { z } from 'zod'
import { api, change } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, Ref, Version } from './kernel/values.ts'

/** Standing of a session: its owner is there, was not seen for some minutes, or it has run out. */
const sessionFlow = machine(
  'sessions.state',
  { active: { end: 'over' }, idle: { end: 'over' }, over: {} },
  { active: 'good', idle: 'warn', over: 'muted' },
)

/** Somebody signed in somewhere. Distinct from `OpenSession`, which is one's own. */
export const StaffSession = z.object({
  id: Id('session'),
  /** Always 1: whatever its owner does meanwhile, it is the session that was meant. */
  version: Version,
  state: sessionFlow.State,
  staff: Ref('staff'),
  account: z.string(),
  roles: z.string(),
  unit: Ref('unit'),
  startedAt: Instant,
  lastSeenAt: Instant,
  ip: z.string().nullable(),
  /** Browser and system, as far as they are known: `Chrome · Windows`. */
  device: z.string().nullable(),
  /** The browser, or whatever else called, as it calls itself. */
  agent: z.string().nullable(),
})
export type StaffSession = z.output<typeof StaffSession>
export const staffSession = subject('sessions', StaffSession, { opens: 'sessions' })

/** Sessions: who is signed in, since when, from where and with what. */
export const sessions = api('sessions', {
  list: list('GET /sessions', {
    requires: 'sessions',
    row: StaffSession,
    subject: staffSession,
    filter: ['id', 'state', 'staff', 'account', 'roles', 'unit', 'startedAt', 'lastSeenAt', 'ip', 'agent'],
    sort: ['lastSeenAt', 'startedAt', 'account', 'ip', 'state'],
    search: ['account', 'staff', 'ip'],
    order: '-lastSeenAt',
    created: 'startedAt',
  }),

  /** Signs somebody out there, at once. */
  end: change('POST /sessions/end', {
    subject: staffSession,
    requires: 'sessions.remove',
    when: sessionFlow.can('end'),
    touches: ['staff'],
    faults: ['own_session'],
  }),
})
