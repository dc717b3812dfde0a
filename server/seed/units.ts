import type { IdOf } from '#contract/kernel/values.ts'
import type { RoleMark } from './roles.ts'

export type UnitId = IdOf<'unit'>
const id = (text: string) => text as UnitId // units are named here, and nowhere else

/** A place in the business: where staff work, and where rows belong. */
export interface Unit {
  readonly id: UnitId
  readonly kind: 'department' | 'agency' | 'group'
  readonly name: string
  readonly parentId: UnitId | null
  readonly path: string
  /** Whether another business collects for us. */
  readonly external: boolean
  /** Share of new cases among the agencies, in percent. */
  readonly weight: number | null
}

type Details = Partial<Pick<Unit, 'external' | 'weight'>>

const unit = (
  text: string,
  kind: Unit['kind'],
  name: string,
  { parent, ...details }: Details & { parent?: Unit } = {},
): Unit => ({
  id: id(text),
  kind,
  name,
  parentId: parent?.id ?? null,
  path: `${parent?.path ?? '/'}${text}/`,
  external: false,
  weight: null,
  ...details,
})

/** The whole business: the root of the tree. */
export const headOffice = unit('HQ', 'department', 'Head office')
const department = (text: string, name: string) => unit(text, 'department', name, { parent: headOffice })

/** What head office is made of. */
export const departments = {
  operations: department('OPS', 'Operations'),
  risk: department('RSK', 'Risk'),
  service: department('SVC', 'Customer service'),
  marketing: department('MKT', 'Marketing'),
  collection: department('COL', 'Collections'),
} as const

const agency = (text: string, name: string, details: Details) =>
  unit(text, 'agency', name, { parent: departments.collection, ...details })
/** Who collects: our own people, and two agencies. */
export const agencies = [
  agency('AG1', 'In-house collections', { weight: 50 }),
  agency('AG2', 'Meridian Recoveries', { weight: 30, external: true }),
  agency('AG3', 'Bluestone Partners', { weight: 20, external: true }),
] as const

/** The agency that a unit is in, if any. */
export const agencyOf = ({ path }: Unit): Unit | undefined => agencies.find((one) => path.startsWith(one.path))

/** One department in each agency. */
const agencyDepartments = agencies.map((parent) =>
  unit(`${parent.id}D1`, 'department', `${parent.name}, department 1`, { parent }),
)

/** Two groups in each of them. */
export const groups = agencyDepartments.flatMap((parent, i) =>
  ['A', 'B'].map((letter) =>
    unit(`${agencies[i]!.id}${letter}`, 'group', `${agencies[i]!.name} ${letter}`, { parent }),
  ),
)

/** Every unit of the demo. */
export const units: readonly Unit[] = [
  headOffice,
  ...Object.values(departments),
  ...agencies,
  ...agencyDepartments,
  ...groups,
]

/** Where each role works. Team leaders and collectors of the demo belong to the first agency. */
export const unitOf: Readonly<Record<RoleMark, UnitId>> = {
  ADM: headOffice.id,
  EXE: headOffice.id,
  MGR: headOffice.id,
  OPS: departments.operations.id,
  CS: departments.service.id,
  GL: groups[0]!.id,
  CTL: agencies[0].id,
  COL: groups[0]!.id,
  SPI: departments.collection.id,
  SPE: agencies[1].id,
  SAL: departments.marketing.id,
  MU: departments.marketing.id,
  ML: departments.marketing.id,
  MR: departments.marketing.id,
  MF: departments.marketing.id,
  OUT: departments.marketing.id,
  REV: departments.risk.id,
  QC: departments.risk.id,
}
