import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { needsNoRight, pageOfRight } from '#contract/kernel/rights.ts'
import { type AuditEntry, redacted } from '#server/kernel/base/audit.ts'
import type { Member } from '../staff.ts'
import type { Random } from './random.ts'
import type { Share } from './share.ts'

/** What somebody did, as the audit log is to tell it. */
interface AuditedAction {
  readonly endpoint: Pick<Endpoint, 'id' | 'requires' | 'risk' | 'subject' | 'secrets'>
  readonly who: Member
  readonly at: Date
  readonly requestId: string
  readonly objectId: string | null
  readonly input: Readonly<Record<string, unknown>>
  readonly before?: unknown
  readonly after?: unknown
  /** Why it was refused, where it was. */
  readonly fault?: string
}

/** So many deeds of a kind are told; a log of all of them would be most of the book. */
const perCommandMax = 150

const pageOf = ({ requires }: AuditedAction['endpoint']): string | null =>
  typeof requires !== 'string' || needsNoRight(requires) ? null : pageOfRight(requires)

/** What of the history goes into the audit log. */
export class AuditWriter {
  readonly #most: number
  readonly #entries: AuditEntry[] = []
  readonly #told = new Map<string, number>()

  /** `most`: of a kind, in the whole book. */
  constructor({ of }: Share, most = perCommandMax) {
    this.#most = Math.ceil(most / of)
  }

  /** Tells of a deed, unless enough of its kind were told already. */
  record({ endpoint, who, at, requestId, objectId, input, ...how }: AuditedAction, random: Random): void {
    const told = this.#told.get(endpoint.id) ?? 0
    if (told >= this.#most) return
    this.#told.set(endpoint.id, told + 1)
    this.#entries.push({
      at,
      actorId: who.id,
      actorName: who.name,
      unitPath: who.unit.path,
      roles: [who.mark],
      ip: `10.20.${random.int(1, 6)}.${random.int(10, 220)}`,
      page: pageOf(endpoint),
      command: endpoint.id,
      risk: endpoint.risk,
      noun: endpoint.subject?.noun ?? endpoint.id.slice(0, endpoint.id.indexOf('.')),
      objectId,
      input: redacted(input, endpoint.secrets),
      before: how.before ?? null,
      after: how.after ?? null,
      outcome: how.fault ? 'refused' : 'done',
      fault: how.fault ?? null,
      reason: typeof input.reason === 'string' ? input.reason : null,
      requestId,
      durationMs: random.int(9, 90),
    })
  }

  /** Everything that was told. */
  get entries(): readonly AuditEntry[] {
    return this.#entries
  }
}

/** The id of a call. */
export const requestIdFrom = (random: Random): string => {
  const hex = (count: number) => Array.from({ length: count }, () => random.int(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
}
