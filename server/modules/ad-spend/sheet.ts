import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { Attribution, adSpend, adSpendDay, type TakenSpend } from '#contract/ad-spend.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { type Currency, LocalDate } from '#contract/kernel/values.ts'
import { amountCell, type CellCodec, integerCell } from '#contract/products/cell-codecs.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import type { Context } from '#server/kernel/call/context.ts'
import {
  type CellIssue,
  issueAt,
  mustParse,
  readTemplate,
  type Template,
  type TemplateLine,
} from '#server/kernel/call/csv-template.ts'
import { withinScope } from '#server/kernel/listing/source.ts'
import { appCodes } from '#server/modules/apps/steps.ts'
import { adSpendSource } from './source.ts'
import { adSpendRows, type StoredAdSpend } from './store.ts'
import { campaignKey, lockSpend, storedCampaignKey } from './write.ts'

const dayCell: CellCodec = {
  read: (cell) => (LocalDate.safeParse(cell).success ? { value: cell } : { problem: 'not_a_date' }),
  write: (value: string) => value,
}
const nameCell: CellCodec = {
  read: (cell) => (Attribution.safeParse(cell).success ? { value: cell } : { problem: 'too_long' }),
  write: (value: string) => value,
}

const cells = {
  ...{ day: dayCell, campaign: nameCell, media: nameCell, channel: nameCell, app: nameCell },
  ...{ spend: amountCell, impressions: integerCell, clicks: integerCell, installs: integerCell },
} as const satisfies Record<string, CellCodec>
type Column = keyof typeof cells
const columns = Object.keys(cells) as Column[] // the keys just written
/** Where a campaign runs: what a sheet does not say is as it was on the campaign's last day. */
const places = ['media', 'channel', 'app'] as const

/** The sheet of spend. What media call its columns in the sheets that they hand out is known. */
export const spendSheet: Template<Column> = {
  id: 'ad-spend',
  version: 1,
  columns,
  rowsMax: 5_000,
  optional: places,
  headings: {
    day: ['date', 'reporting starts', 'by day', '日期', 'fecha', 'día', 'ngày', 'tanggal', '日付'],
    campaign: [
      'campaign name',
      'campaign_name',
      '广告系列',
      '计划',
      'campaña',
      'chiến dịch',
      'kampanye',
      'キャンペーン',
    ],
    media: ['medium', 'source', 'utm_source', '媒体', 'medio', 'メディア'],
    channel: ['渠道', 'canal', 'kênh', 'kanal', 'チャネル'],
    app: ['应用', 'aplicación', 'ứng dụng', 'aplikasi', 'アプリ'],
    spend: [
      ...['cost', 'amount spent'],
      // as media hand it out, and as the list of spend is exported
      ...['INR', 'MXN', 'VND', 'IDR', 'PHP', 'NGN'].flatMap((of) => [`amount spent (${of})`, `spend (${of})`]),
    ],
    impressions: ['impr.', '展示次数', 'impresiones', 'lượt hiển thị', 'tayangan', '表示回数'],
    clicks: ['link clicks', 'clicks (all)', '点击次数', 'clics', 'lượt nhấp', 'klik', 'クリック数'],
    installs: [
      'app installs',
      'mobile app installs',
      '安装次数',
      'instalaciones',
      'lượt cài đặt',
      'instal',
      'インストール数',
    ],
  },
}

type Place = Pick<StoredAdSpend, (typeof places)[number]>
type Figures = Place & Pick<StoredAdSpend, 'day' | 'campaign' | 'impressions' | 'clicks' | 'installs' | 'spendMinor'>
interface SpendLine {
  readonly line: number
  readonly figures: Figures
}

/** Reference data: what lines are held against. */
interface ReferenceData {
  readonly currency: Currency
  readonly today: LocalDate
  /** Apps that are kept; none: any. */
  readonly apps: readonly string[]
  /** Where each campaign ran last. */
  readonly places: ReadonlyMap<string, Place>
}

/** What a line says, or what is wrong with its cells. */
function readLine({ line, cells: typed }: TemplateLine<Column>, known: ReferenceData): SpendLine | CellIssue[] {
  const place = known.places.get(campaignKey(typed.campaign))
  const value: Partial<Record<Column, unknown>> = {}
  const issues: CellIssue[] = []
  for (const column of columns) {
    const text = typed[column] || (place as Partial<Record<Column, string>> | undefined)?.[column] || ''
    const got = text === '' ? { problem: 'required' } : cells[column].read(text, known.currency)
    if ('problem' in got) issues.push(issueAt(line, column, got.problem))
    else value[column] = got.value
  }
  const { spend, ...rest } = value as Omit<Figures, 'spendMinor'> & { spend: number } // each read by its own cell
  if (rest.day && rest.day > known.today) issues.push(issueAt(line, 'day', 'in_the_future'))
  const isUnknown = rest.app && known.apps.length > 0 && !known.apps.includes(rest.app)
  if (isUnknown) issues.push(issueAt(line, 'app', 'unknown_app'))
  return issues.length > 0 ? issues : { line, figures: { ...rest, spendMinor: spend } }
}

const keyOf = ({ campaign, day }: Pick<StoredAdSpend, 'campaign' | 'day'>) => `${campaignKey(campaign)} ${day}`

/** A campaign that stands in the sheet twice for a day, however it is written, by its name. */
function repeatedIn(lines: readonly SpendLine[], { t }: Context): CellIssue[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ line, figures }) => {
    const earlier = first.get(keyOf(figures))
    const { campaign, day } = figures
    if (earlier !== undefined) {
      return [issueAt(line, 'campaign', 'repeated', t('faults.campaign_day_twice', { campaign, day, line: earlier }))]
    }
    first.set(keyOf(figures), line)
    return []
  })
}

/** The condition that spend is within reach of whoever hands a sheet in. */
const isReached = ({ actor, app }: Context) =>
  withinScope(adSpendSource, { actor, scopes: actor.scopesOf(adSpend.importSheet.requires), app })

/** Where campaigns ran on their last day that is within reach. */
async function placesOf(context: Context, campaigns: readonly string[]): Promise<Map<string, Place>> {
  const { media, channel, app } = adSpendRows
  const keys = [...new Set(campaigns.map(campaignKey))]
  const rows = await context.tx
    .selectDistinctOn([storedCampaignKey], { campaign: storedCampaignKey, media, channel, app })
    .from(adSpendRows)
    .where(and(inArray(storedCampaignKey, keys), isReached(context)))
    .orderBy(storedCampaignKey, desc(adSpendRows.day))
  return new Map(rows.map(({ campaign: of, ...place }) => [of, place]))
}

type KnownRow = StoredAdSpend & { readonly within: boolean }

/** What is known of campaigns on the days of these lines, and whether it is within reach. */
async function knownRows(lines: readonly SpendLine[], context: Context): Promise<Map<string, KnownRow>> {
  const days = lines.map(({ figures }) => figures.day)
  const rows = await context.tx
    .select({ row: adSpendRows, within: sql<boolean>`${isReached(context)}` })
    .from(adSpendRows)
    .where(
      and(
        inArray(storedCampaignKey, [...new Set(lines.map(({ figures }) => campaignKey(figures.campaign)))]),
        inArray(adSpendRows.day, [...new Set(days)]),
      ),
    )
  return new Map(rows.map(({ row, within }) => [keyOf(row), { ...row, within }]))
}

const compared = [...places, 'spendMinor', 'impressions', 'clicks', 'installs'] as const
const differs = (is: StoredAdSpend, told: Figures): boolean => compared.some((name) => is[name] !== told[name])

/** Lines of campaigns and days that somebody else has entered, out of reach. */
const outOfReach = (lines: readonly SpendLine[], known: ReadonlyMap<string, KnownRow>): CellIssue[] =>
  lines.flatMap(({ line, figures }) =>
    known.get(keyOf(figures))?.within === false ? [issueAt(line, 'campaign', 'not_yours')] : [],
  )

/** Writes what is new, and what is otherwise than it was. */
async function writeSpend(lines: readonly SpendLine[], known: ReadonlyMap<string, StoredAdSpend>, context: Context) {
  const { tx, actor, now, today, app } = context
  const { currency } = countries[app.clock.country]
  const added = lines.filter(({ figures }) => !known.has(keyOf(figures)))
  const changed = lines.flatMap(({ figures }) => {
    const is = known.get(keyOf(figures))
    return is && differs(is, figures) ? [{ id: is.id, figures }] : []
  })
  const numbers = added.length > 0 ? await takeNumbers(tx, adSpendDay.ids, added.length) : []
  const rows = added.map(({ figures }, i) => ({
    ...figures,
    ...{ id: idOf(adSpendDay.ids, today, numbers[i]!), currency, departmentId: actor.unitId, createdAt: now },
  }))
  if (rows.length > 0) await tx.insert(adSpendRows).values(rows)
  // called as it was: reports have it by that name
  for (const {
    id,
    figures: { campaign: _, ...told },
  } of changed)
    await tx.update(adSpendRows).set(told).where(eq(adSpendRows.id, id))
  return { added: rows.map(({ id }) => id), changed: changed.map(({ id }) => id) }
}

/**
 * Takes a sheet of spend in: all of its lines, or none where a cell is wrong. What is known with other figures is changed.
 * Rehearsed, it tells what it would do.
 * @throws Refusal for a file that is no such sheet; InvalidInput naming line and column of everything that is wrong.
 */
export async function importFrom(path: string, context: Context): Promise<TakenSpend> {
  const { tx, today, app } = context
  const { currency } = countries[app.clock.country]
  const typed = await readTemplate(spendSheet, path)
  await lockSpend(tx)
  const campaigns = typed.map(({ cells: { campaign } }) => campaign)
  const held = { currency, today, apps: await appCodes(tx), places: await placesOf(context, campaigns) }
  const lines = mustParse(
    typed.map((one) => readLine(one, held)),
    (those) => repeatedIn(those, context),
  )
  const known = await knownRows(lines, context)
  mustParse<SpendLine>([outOfReach(lines, known)])
  const { added, changed } = await writeSpend(lines, known, context)
  context.note({ after: { added, changed } })
  const spendMinor = lines.reduce((sum, { figures }) => sum + figures.spendMinor, 0)
  const counts = { added: added.length, changed: changed.length, same: lines.length - added.length - changed.length }
  return { ...counts, spend: ofMinor(spendMinor, currency) }
}
