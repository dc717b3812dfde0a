import { z } from 'zod'
import { labelArgs, labelFields } from './dictionaries/words.ts'
import { api, change, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Version } from './kernel/values.ts'

/** What is hidden stands in no sidebar, palette or key; who may see the page still may. */
const menuEntryFlow = machine(
  'menuEntries.state',
  { shown: { hide: 'hidden' }, hidden: { show: 'shown' } },
  { shown: 'good', hidden: 'muted' },
)
/** What an entry is: a page, a group of them, or a link that leads out of the console. */
export const menuKinds = ['page', 'group', 'link'] as const
/** Signs that an entry may have. */
export const menuIcons = [
  ...(['bot', 'book-open', 'chart-line', 'chart-spline', 'circle-help', 'gauge', 'globe', 'house', 'link'] as const),
  ...(['megaphone', 'phone-call', 'receipt-text', 'settings', 'shield-check', 'stamp', 'star', 'users'] as const),
  ...(['workflow', 'wrench'] as const),
] as const
export type MenuIcon = (typeof menuIcons)[number]

/** Where a link may stand: beside the groups, or in one. */
export const menuPlaces = [
  ...(['top', 'customerGroup', 'marketingGroup', 'overviewGroup', 'orderGroup', 'collectionGroup'] as const),
  ...(['analysisGroup', 'chartGroup', 'riskGroup', 'ruleGroup', 'aiGroup', 'operationGroup', 'systemGroup'] as const),
] as const
const Place = Choice('menuEntries.place', [...menuPlaces])

/** Entry of the menu, as an administrator keeps it. */
export const MenuEntry = z.object({
  /** The page or the group; of a link the id it was given. */
  id: Id('menuEntry'),
  version: Version,
  state: menuEntryFlow.State,
  kind: Choice('menuEntries.kind', [...menuKinds]),
  /** What it is called in the reader's language. */
  title: z.string(),
  ...labelFields,
  /** The group it stands in. */
  place: Place,
  /** Its place there: the smallest number stands first. */
  sort: z.int(),
  /** Where it stands in the whole menu. */
  position: z.string(),
  icon: Choice('menuEntries.icon', [...menuIcons]).nullable(),
  /** Where it leads. */
  path: z.string(),
  /** Whether it is other than it came with the product. */
  changed: z.boolean(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type MenuEntry = z.output<typeof MenuEntry>
/** Subject: an entry of the menu. */
export const menuEntry = subject('menuEntries', MenuEntry, { prefix: 'MN', opens: 'menu' })

const [labelMax, sortMax, addressMax] = [60, 9_999, 400]
/** What is left out, or blank, is said as the product says it; a link in English. */
const labels = labelArgs(labelMax)
const Sort = z.int().min(0).max(sortMax)
const Icon = Choice('menuEntries.icon', [...menuIcons])
/** An address out of the console: http, https, mailto or tel. */
const Address = z
  .string()
  .trim()
  .max(addressMax)
  .regex(/^(?:https?:\/\/[^\s/]|mailto:\S+@|tel:\+?\d)\S*$/i)

const one = { subject: menuEntry, touches: ['session'] } as const
/** The start page, and the page that could show anything again, with the group it stands in. */
const alwaysShown: readonly string[] = ['home', 'menu', 'systemGroup']
const mayHide = ({ id }: { readonly id: string }) => (alwaysShown.includes(id) ? refused('always_shown') : ok)
const isLink = ({ kind }: Pick<MenuEntry, 'kind'>) => (kind === 'link' ? ok : refused('comes_with_product'))

/** The menu as data: order, titles, signs, what is hidden, and links that lead out of the console. */
export const menuEntries = api('menuEntries', {
  list: list('GET /sys/menu', {
    requires: 'menu',
    row: MenuEntry,
    subject: menuEntry,
    filter: [
      ...(['id', 'state', 'kind', 'title', 'labelEn', 'place', 'sort', 'icon', 'path', 'changed'] as const),
      ...(['changedBy', 'createdAt'] as const),
    ],
    sort: ['id', 'title', 'state', 'kind', 'place', 'sort', 'position'],
    search: ['id', 'title', 'path'],
    order: 'position',
    created: 'createdAt',
  }),

  /** A link that leads out of the console. */
  addLink: write('POST /sys/menu', {
    requires: 'menu.add',
    input: z.object({
      ...labels,
      labelEn: z.string().trim().min(1).max(labelMax),
      path: Address,
      place: Place,
      sort: Sort,
      icon: Icon.optional(),
    }),
    output: z.object({ id: Id('menuEntry') }),
    touches: ['session'],
  }),

  edit: change('PUT /sys/menu', {
    ...one,
    requires: 'menu.edit',
    args: { ...labels, sort: Sort, icon: Icon.optional() },
    faults: ['label_missing'],
  }),

  /** Another address of a link. */
  setAddress: change('PUT /sys/menu/address', {
    ...one,
    requires: 'menu.edit',
    args: { path: Address },
    when: guard<MenuEntry>(['kind'], isLink),
  }),

  show: change('POST /sys/menu/show', { ...one, requires: 'menu.edit', when: menuEntryFlow.can('show') }),
  hide: change('POST /sys/menu/hide', {
    ...one,
    requires: 'menu.edit',
    when: every<MenuEntry>(menuEntryFlow.can('hide'), guard(['id'], mayHide)),
  }),

  /** Title, place and sign as they came with the product. */
  restore: change('POST /sys/menu/restore', { ...one, requires: 'menu.edit', faults: ['nothing_to_restore'] }),

  /** Takes a link away. What comes with the product is hidden instead. */
  remove: change('DELETE /sys/menu', { ...one, requires: 'menu.remove', when: guard<MenuEntry>(['kind'], isLink) }),
})
