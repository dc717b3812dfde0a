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
}

const unit = (text: string, kind: Unit['kind'], name: string, parent?: Unit): Unit => ({
  id: id(text),
  kind,
  name,
  parentId: parent?.id ?? null,
  path: `${parent?.path ?? '/'}${text}/`,
})

/** The whole business: the root of the tree. */
export const headOffice = unit('HQ', 'department', 'Head office')
const department = (text: string, name: string) => unit(text, 'department', name, headOffice)

/** What head office is made of. */
export const departments = {
  operations: department('OPS', 'Operations'),
  risk: department('RSK', 'Risk'),
  service: department('SVC', 'Customer service'),
  marketing: department('MKT', 'Marketing'),
  collection: department('COL', 'Collections'),
} as const

const agency = (text: string, name: string) => unit(text, 'agency', name, departments.collection)
/** Who collects: our own people, and two agencies. */
export const agencies = [
  agency('AG1', 'In-house collections'),
  agency('AG2', 'Meridian Recoveries'),
  agency('AG3', 'Bluestone Partners'),
] as const

/** Two groups in each agency. */
export const groups = agencies.flatMap((parent) =>
  ['A', 'B'].map((letter) => unit(`${parent.id}${letter}`, 'group', `${parent.name} ${letter}`, parent)),
)

/** Every unit of the demo. */
export const units: readonly Unit[] = [headOffice, ...Object.values(departments), ...agencies, ...groups]

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
