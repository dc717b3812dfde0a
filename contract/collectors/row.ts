import { z } from 'zod'
import { subject } from '../kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Rate, Ref, Version } from '../kernel/values.ts'
import { staffFlow } from '../staff.ts'

/** Certificates are near their end for so many days before it. */
export const certificateEndingDays = 30
/** How far back promises count for the rate of those that were kept. */
export const keptRateDays = 30

/** Somebody who is given cases: a member of staff, with what allocation asks of them and the work that they have. */
export const Collector = z.object({
  /** The id of their account. */
  id: Id('collector'),
  version: Version,
  name: z.string(),
  account: z.string(),
  jobNumber: z.string().nullable(),
  /** The names of their roles, in the order of the roles. */
  roles: z.string(),
  /** Where they work; no agency: whoever has been moved out of it is given nothing. */
  agency: Ref('unit').nullable(),
  department: Ref('unit').nullable(),
  group: Ref('unit').nullable(),
  /** The names of the stages whose cases they are given, in the order of the stages. */
  stages: z.string().nullable(),
  /** Whether allocation gives them cases. */
  participates: z.boolean(),
  /** Whether they may see the address book of a customer's phone, where the law of the country lets anybody. */
  addressBookVisible: z.boolean(),
  line: Ref('line').nullable(),
  /** Most open cases at once; none: as many as the stage allows. */
  capacity: z.int().nullable(),
  openCases: z.int(),
  /** Open cases over capacity. */
  load: Rate.nullable(),
  /** Open cases whose customer was not contacted today. */
  untouched: z.int(),
  promisesDue: z.int(),
  /** Of the promises that they took and that were due in the last thirty days, how many were kept; none: none was due. */
  keptRate: Rate.nullable(),
  /** Of their account. */
  state: staffFlow.State,
  /** The number of what lets them collect, and its last day. */
  certificate: z.string().nullable(),
  certificateUntil: LocalDate.nullable(),
  certificateState: Choice('collectors.certificateState', ['none', 'valid', 'ending', 'expired'], {
    ...({ valid: 'good', ending: 'warn', expired: 'bad' } as const),
  }),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Collector = z.output<typeof Collector>
/** Subject: a collector. */
export const collector = subject('collectors', Collector, { opens: 'collectors' })
