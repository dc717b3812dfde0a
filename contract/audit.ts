import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { Choice, Id, Instant, ReasonText, TextKey } from './kernel/values.ts'

/** Audit log entry: who did what to which row, and how it ended. */
export const AuditRow = z.object({
  id: Id('audit'),
  at: Instant,
  actor: TextKey('audit.actor'),
  roles: z.string(),
  ip: z.string().nullable(),
  page: TextKey('menu').nullable(),
  /** The id of the endpoint. */
  command: TextKey(),
  noun: z.string().nullable(),
  objectId: TextKey('parameters.of').nullable(),
  /** Fields before and after, in the reader's words: `Attempts: 1 → 2`. */
  changes: z.string(),
  risk: Choice('audit.risk', ['read', 'write', 'money', 'irreversible']),
  outcome: Choice('audit.outcome', ['done', 'refused', 'failed'], { done: 'good', refused: 'warn', failed: 'bad' }),
  fault: TextKey('faults').nullable(),
  reason: ReasonText().nullable(),
  batchId: Id('batch').nullable(),
  requestId: z.string(),
  durationMs: z.int(),
})
export type AuditRow = z.output<typeof AuditRow>

/** The audit log. */
export const audit = api('audit', {
  list: list('POST /operateLog/List', {
    requires: 'audit',
    row: AuditRow,
    filter: [
      'id',
      'at',
      'actor',
      'ip',
      'page',
      'command',
      'noun',
      'objectId',
      'risk',
      'outcome',
      'fault',
      'reason',
      'batchId',
      'requestId',
      'durationMs',
    ],
    sort: ['at'],
    search: ['actor', 'command', 'objectId', 'requestId'],
    order: '-at',
    created: 'at',
    export: 'GET /export/operate-log',
    exportStepUp: true,
  }),

  /** Pages and commands to choose from, as far as they occur. */
  selectors: read('GET /operateLog/pageSelectors', {
    requires: 'audit',
    input: z.object({}),
    output: z.object({ pages: z.array(z.string()), commands: z.array(z.string()) }),
  }),

  /** Follows the chain of hashes over the whole log; refused with the first thing that does not hold. */
  verify: write('POST /operateLog/verify', {
    requires: 'audit',
    input: z.object({}),
    output: z.object({ checked: z.int(), checkpoints: z.int() }),
    faults: ['log_changed', 'log_deleted', 'log_inserted', 'log_truncated', 'log_unsigned', 'witness_away'],
  }),
})
