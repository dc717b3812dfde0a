import { type Unit, unit, units } from '#contract/units.ts'
import { act, command, labelArguments, local } from '#src/command/define.ts'

const officerId = { optional: true, hint: 'units.officerId.hint' } as const
const contractUntil = { optional: true, hint: 'units.contractUntil.hint' } as const
/** What is left empty stays away from a call. */
const orNone = <Value>(value: Value | null): Value | undefined => value ?? undefined

/** Rows stand elsewhere, or there are more of them: the list is read again. */
const seeTree = (_: Unit, { list }: { list(action: 'grid.refetch'): void }): void => list('grid.refetch')

/** Another agency, below whoever agencies report to. */
export const add = act(units.add, {
  args: {
    ...{ name: {}, officerId, external: {}, contractFrom: { optional: true }, contractUntil },
    certificate: { optional: true },
  },
  page: 'agencies',
  search: {
    words: {
      en: ['collection agency', 'vendor', 'new agency'],
      zh: ['委外机构', '催收公司'],
      es: ['despacho de cobranza'],
    },
  },
})

/** A department in an agency, a group in a department: it is seen there. */
export const addChild = command(units.addChild, {
  on: 'one',
  args: { name: {}, officerId },
  keys: 'N',
  after(_, { list }) {
    list('grid.unfold')
    list('grid.refetch')
  },
  search: { words: { en: ['new team', 'add child', 'add group', 'add department'], zh: ['新增小组', '新增部门'] } },
})

/** What it is called, and who answers for it. */
export const edit = command(units.edit, {
  on: 'one',
  args: {
    name: { first: ({ givenName }) => givenName },
    officerId: { ...officerId, first: ({ officer }) => officer?.id },
  },
  keys: 'e',
  undo: { args: ({ givenName, officer }) => ({ name: givenName, officerId: officer?.id }) },
  search: { words: { en: ['rename', 'head', 'manager'], zh: ['改名', '主管'] } },
})

const contractOf = ({ external, contractFrom, contractUntil: until, certificate }: Unit) => ({
  external,
  contractFrom: orNone(contractFrom),
  contractUntil: orNone(until),
  certificate: orNone(certificate),
})

/** What it is called in other languages. */
export const setNames = command(units.setNames, {
  on: 'one',
  args: labelArguments,
  search: { words: { en: ['translate', 'translation', 'label'], zh: ['翻译', '多语言'] } },
})

/** Whether an agency is another business, its contract and its certificate. */
export const setContract = command(units.setContract, {
  on: 'one',
  args: {
    external: { first: ({ external }) => external },
    contractFrom: { optional: true, first: (row) => row.contractFrom },
    contractUntil: { ...contractUntil, first: (row) => row.contractUntil },
    certificate: { optional: true, first: ({ certificate }) => certificate },
  },
  keys: 'C',
  undo: { args: contractOf },
  search: { words: { en: ['licence', 'license', 'agreement', 'expiry'], zh: ['资质', '执照', '到期'] } },
})

/** Below another agency or department, with its staff and its open cases. */
export const move = command(units.move, {
  on: 'one',
  args: { parentId: {} },
  keys: 'm',
  confirm: true,
  after: seeTree,
  search: { words: { en: ['reorganise', 'reorganize', 'new parent'], zh: ['调整架构', '变更上级'] } },
})

/** It gets no new cases. */
export const lock = command(units.lock, {
  on: 'each',
  keys: 'L',
  search: { words: { en: ['pause allocation', 'no new cases'], zh: ['停止分案'] } },
})

/** It gets new cases again. */
export const unlock = command(units.unlock, {
  on: 'each',
  keys: 'U',
  search: { words: { en: ['resume allocation'], zh: ['恢复分案'] } },
})

/** What an agency is paid of what it recovers. */
export const setCommission = command(units.setCommission, {
  on: 'one',
  args: { stage: {}, rate: {}, from: { hint: 'units.from.hint' } },
  keys: 'P',
  search: { words: { en: ['fee', 'agency fee', 'percentage'], zh: ['费率', '委外佣金'], es: ['honorarios'] } },
})

/** One that nothing is in. */
export const remove = command(units.remove, { on: 'one', confirm: true, destructive: true })

/** Weights and locks of the units that stand beside one. */
export const openSiblingWeights = local('units.openSiblingWeights', {
  subject: unit,
  requires: units.setWeights.requires,
  keys: 'w',
  search: { words: { en: ['share', 'split', 'allocation weights'], zh: ['分案比例'] } },
  run: ({ kind, parent }, { go }) =>
    go(
      kind === 'agency' || !parent ? '/agencies/weights' : `/agencies/weights?parent=${encodeURIComponent(parent.id)}`,
    ),
})

/** Weights and locks of the agencies. */
export const openWeights = local('units.openWeights', {
  requires: units.setWeights.requires,
  page: 'agencies',
  search: { words: { en: ['share', 'split', 'allocation weights'], zh: ['分案比例', '机构比例'] } },
  run: (_, { go }) => go('/agencies/weights'),
})
