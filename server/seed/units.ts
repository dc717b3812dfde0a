import type { LabelLanguage } from '#contract/dictionaries/words.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Labels } from '#server/kernel/listing/labels.ts'
import type { RoleMark } from './roles.ts'

export type UnitId = IdOf<'unit'>
const id = (text: string) => text as UnitId // units are named here, and nowhere else

/** A place in the business: where staff work, and where rows belong. */
export interface Unit {
  readonly id: UnitId
  readonly kind: 'department' | 'agency' | 'group'
  readonly name: string
  /** What it is called in other languages. */
  readonly names: Labels
  readonly parentId: UnitId | null
  readonly path: string
  /** Whether another business collects for us. */
  readonly external: boolean
  /** Share of new cases among the agencies, in percent. */
  readonly weight: number | null
}

type Details = Partial<Pick<Unit, 'names' | 'external' | 'weight'>>

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
  names: {},
  external: false,
  weight: null,
  ...details,
})

/** The whole business: the root of the tree. */
export const headOffice = unit('HQ', 'department', 'Head office', {
  names: { zh: '总部', es: 'Oficina central', vi: 'Trụ sở chính', id: 'Kantor pusat', ja: '本社' },
})
const department = (text: string, name: string, names: Labels) =>
  unit(text, 'department', name, { parent: headOffice, names })

/** What head office is made of. */
export const departments = {
  operations: department('OPS', 'Operations', {
    ...{ zh: '运营部', es: 'Operaciones', vi: 'Vận hành', id: 'Operasional', ja: 'オペレーション部' },
  }),
  risk: department('RSK', 'Risk', { zh: '风控部', es: 'Riesgos', vi: 'Rủi ro', id: 'Risiko', ja: 'リスク管理部' }),
  service: department('SVC', 'Customer service', {
    ...{
      zh: '客服部',
      es: 'Atención al cliente',
      vi: 'Chăm sóc khách hàng',
      id: 'Layanan nasabah',
      ja: 'カスタマーサービス部',
    },
  }),
  marketing: department('MKT', 'Marketing', {
    ...{ zh: '市场部', es: 'Mercadotecnia', vi: 'Tiếp thị', id: 'Pemasaran', ja: 'マーケティング部' },
  }),
  collection: department('COL', 'Collections', {
    ...{ zh: '催收部', es: 'Cobranza', vi: 'Thu hồi nợ', id: 'Penagihan', ja: '回収部' },
  }),
} as const

const agency = (text: string, name: string, details: Details) =>
  unit(text, 'agency', name, { parent: departments.collection, ...details })
/** Who collects: our own people, and two agencies. */
export const agencies = [
  agency('AG1', 'In-house collections', {
    names: { zh: '内部催收', es: 'Cobranza interna', vi: 'Thu hồi nội bộ', id: 'Penagihan internal', ja: '社内回収' },
    weight: 50,
  }),
  agency('AG2', 'Meridian Recoveries', { weight: 30, external: true }),
  agency('AG3', 'Bluestone Partners', { weight: 20, external: true }),
] as const

/** The agency that a unit is in, if any. */
export const agencyOf = ({ path }: Unit): Unit | undefined => agencies.find((one) => path.startsWith(one.path))

const otherLanguages = ['zh', 'es', 'vi', 'id', 'ja'] as const satisfies readonly LabelLanguage[]
type OtherLanguage = (typeof otherLanguages)[number]

/** What a unit is called in each other language, by what the one above it is called there. */
const below = (parent: Unit, called: Readonly<Record<OtherLanguage, (name: string) => string>>): Labels =>
  Object.fromEntries(otherLanguages.map((one) => [one, called[one](parent.names[one] ?? parent.name)]))

/** One department in each agency. */
const agencyDepartments = agencies.map((parent) =>
  unit(`${parent.id}D1`, 'department', `${parent.name}, department 1`, {
    parent,
    names: below(parent, {
      zh: (name) => `${name}一部`,
      es: (name) => `${name}, departamento 1`,
      vi: (name) => `${name}, phòng 1`,
      id: (name) => `${name}, departemen 1`,
      ja: (name) => `${name} 第1部`,
    }),
  }),
)

/** Two groups in each of them. */
export const groups = agencyDepartments.flatMap((parent, i) =>
  ['A', 'B'].map((letter) => {
    const agency = agencies[i]!
    const named = (name: string) => `${name} ${letter}`
    const names = below(agency, { zh: named, es: named, vi: named, id: named, ja: named })
    return unit(`${agency.id}${letter}`, 'group', named(agency.name), { parent, names })
  }),
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
