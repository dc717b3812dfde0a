import { announcement } from '#contract/announcements.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { announcementRows, exposureRows } from '#server/modules/announcements/store.ts'
import { staffId } from './foundation.ts'
import { later, type SeedContext } from './history/context.ts'
import { type RoleMark, roles } from './roles.ts'
import { staff } from './staff.ts'
import { departments, type Unit } from './units.ts'

interface DemoAnnouncement {
  readonly title: string
  readonly content: string
  readonly state: 'draft' | 'enabled' | 'disabled'
  readonly popUp?: 'continuous'
  readonly for?: readonly RoleMark[] | { readonly units: readonly Unit[] } | { readonly languages: readonly string[] }
  /** Whose: the account that shows the role. */
  readonly by: RoleMark
  /** How many days ago it was written, and on which days it is shown, counted from today. */
  readonly daysAgo: number
  readonly from?: number
  readonly until?: number
}

/** One for every state and every audience. Everybody has seen those that pop up once. */
const demoAnnouncements: readonly DemoAnnouncement[] = [
  {
    ...{ title: 'Settlement file comes twice', state: 'disabled', by: 'OPS', daysAgo: 120, until: -110 },
    content: 'The bank sends today’s settlement file **twice**. Upload the second one only.',
  },
  {
    ...{ title: 'New reduction limits', state: 'enabled', by: 'MGR', daysAgo: 40, for: ['CS', 'CTL', 'COL', 'MGR'] },
    content:
      '# What changes\n\n- Collectors may ask for up to **20 %** of the penalty\n- Team leaders for up to **50 %**\n\nAbove that a manager decides. See [reductions](/order_management/reduce_list).',
  },
  {
    ...{
      title: 'Hours of contact',
      state: 'enabled',
      by: 'MGR',
      daysAgo: 12,
      for: { units: [departments.collection] },
    },
    content:
      'Calls and visits from **08:00 to 19:00** only, on the customer’s clock.\n\n1. Say who you are and for whom you call\n2. Never speak with third parties about a debt\n3. Log every contact',
  },
  {
    ...{ title: 'Bank maintenance on Sunday', state: 'enabled', by: 'OPS', daysAgo: 2, from: -1, until: 6 },
    content: 'From 01:00 to 05:00 payouts wait. Nothing has to be done: they go out afterwards by themselves.',
  },
  {
    ...{ title: 'Script for reloan offers', state: 'enabled', popUp: 'continuous', by: 'MGR', daysAgo: 1, for: ['MR'] },
    content: 'Offer the *higher limit first*. Do not promise a rate before the application is approved.',
  },
  {
    ...{ title: 'Aviso para el equipo en español', state: 'enabled', by: 'ADM', daysAgo: 20 },
    ...{ for: { languages: ['es'] } },
    content: 'La consola ya habla **español**. ¿Falta una palabra? Escriba a operaciones.',
  },
  {
    ...{ title: 'Office closed on the holiday', state: 'enabled', by: 'ADM', daysAgo: 0, from: 9, until: 12 },
    content: 'Payouts and support rest; repayments are booked as always.',
  },
  {
    ...{ title: 'Two-factor for everybody', state: 'draft', by: 'ADM', daysAgo: 3 },
    content: '> From next month on nobody signs in without a second factor.\n\nSet yours up under **Personal centre**.',
  },
]

/** Whom it is for, as it is stored, and which members of staff those are. */
function audienceOf({ for: whom }: DemoAnnouncement) {
  if (!whom) return { audience: 'everybody' as const, readers: [], people: staff }
  if ('languages' in whom) return { audience: 'languages' as const, readers: [...whom.languages], people: [] }
  if ('units' in whom) {
    const people = staff.filter(({ unit }) => whom.units.some(({ path }) => unit.path.startsWith(path)))
    return { audience: 'units' as const, readers: whom.units.map(({ id }) => id as string), people }
  }
  return { audience: 'roles' as const, readers: [...whom], people: staff.filter(({ mark }) => whom.includes(mark)) }
}

/** All see it on the morning it appears, a few minutes apart. */
const [openedAtMinute, minutesApart] = [9 * 60, 3]

/** Adds the announcements of a demo, and who has seen them. */
export async function addAnnouncements(db: Db, context: SeedContext): Promise<void> {
  const on = (days: number | undefined): LocalDate | null =>
    days === undefined ? null : context.after(context.today, days)
  for (const one of demoAnnouncements) {
    const { title, content, state, popUp = 'once', by, daysAgo, from, until } = one
    const { audience, readers, people } = audienceOf(one)
    const day = context.after(context.today, -daysAgo)
    const at = daysAgo === 0 ? later(context.now, -30) : context.at(day, openedAtMinute)
    const id = await newId(db, announcement.ids, day)
    const shown = { showFrom: on(from), showUntil: on(until) }
    const made = { makerId: staffId(roles[by].account), createdAt: at, updatedAt: at }
    await db.insert(announcementRows).values({ id, title, content, state, popUp, audience, readers, ...shown, ...made })
    const isSeen = state !== 'draft' && popUp === 'once' && (from ?? 0) <= 0
    const seen = isSeen ? people.map((person, i) => ({ staffId: person.id, at: later(at, 5 + i * minutesApart) })) : []
    const exposures = seen.map((exposure) => ({ announcementId: id, showing: '', ...exposure }))
    if (exposures.length > 0) await db.insert(exposureRows).values(exposures)
  }
}
