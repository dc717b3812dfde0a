import { eq, sql } from 'drizzle-orm'
import { SheetEntry } from '#contract/dictionaries/entries.ts'
import { dictionaries, rootCode } from '#contract/dictionaries/types.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import type { Context } from '#server/kernel/call/context.ts'
import {
  type CellIssue,
  duplicatesIn,
  issueAt,
  mustParse,
  readTemplate,
  type TemplateLine,
} from '#server/kernel/call/csv-template.ts'
import { labelsFrom } from '#server/kernel/listing/labels.ts'
import { kindOfType } from '#server/modules/dictionaries/source.ts'
import { putTypes } from '#server/modules/dictionaries/steps.ts'
import { dictionarySheet, type SheetColumn, saidLabels, storedDictionaries } from './sheet.ts'
import { dictionaryEntryRows } from './store.ts'
import { addEntry, writeLabels } from './write.ts'

type Line = TemplateLine<SheetColumn>
type StoredDictionaries = Awaited<ReturnType<typeof storedDictionaries>>

/** A line as it was read: its type, and the entry where it is about one. */
interface ParsedLine {
  readonly line: number
  readonly type: { readonly code: string; readonly name: string; readonly sort: number; readonly parent: string | null }
  readonly entry: ReturnType<typeof SheetEntry.parse> | null
}

const columnOf: Readonly<Record<string, SheetColumn>> = {
  ...{ labelEn: 'en', labelZh: 'zh', labelEs: 'es', labelVi: 'vi', labelId: 'id', labelJa: 'ja', tone: 'colour' },
  state: 'status',
}
const TypeLine = dictionaries.add.input.partial({ name: true })

/** What is wrong with the cells of a line, each at its column. */
const cellIssues = (
  line: number,
  issues: readonly { path: PropertyKey[]; input?: unknown }[],
  names: Readonly<Record<string, SheetColumn>>,
): CellIssue[] =>
  issues.map(({ path: [at], input }) =>
    issueAt(line, names[String(at)] ?? String(at), input === '' || input === undefined ? 'required' : 'invalid'),
  )

const wholeNumber = (cell: string): number | undefined => (/^\d+$/.test(cell) ? Number(cell) : undefined)

function parseLine({ line, cells }: Line): ParsedLine | CellIssue[] {
  const type = TypeLine.safeParse(
    {
      code: cells.type,
      sort: wholeNumber(cells.place),
      parent: cells.parent || rootCode,
      name: cells.name || undefined,
    },
    { reportInput: true },
  )
  const given = {
    ...{ code: cells.code, labelEn: cells.en, labelZh: cells.zh, labelEs: cells.es, labelVi: cells.vi },
    ...{ labelId: cells.id, labelJa: cells.ja, sort: wholeNumber(cells.sort), tone: cells.colour, state: cells.status },
  }
  const entry = cells.code === '' ? null : SheetEntry.safeParse(given, { reportInput: true })
  const issues = [
    ...cellIssues(line, type.error?.issues ?? [], { code: 'type', sort: 'place' }),
    ...cellIssues(line, entry?.error?.issues ?? [], columnOf),
  ]
  if (!type.success || issues.length > 0) return issues
  const { code, sort, parent, name } = type.data
  return {
    line,
    type: { code, sort, parent: parent === rootCode ? null : parent, name: name ?? '' },
    entry: entry?.data ?? null,
  }
}

/** The types of a sheet, each by the first of its lines. */
const typesOf = (lines: readonly ParsedLine[]): ReadonlyMap<string, ParsedLine> =>
  new Map(lines.toReversed().map((line) => [line.type.code, line]))

/** What is wrong with the tree that the types of a sheet would make. */
function treeIssues(lines: readonly ParsedLine[], { types }: StoredDictionaries): CellIssue[] {
  const parents = new Map<string, string | null>(types.map(({ id, parentId }) => [id, parentId]))
  for (const { type } of typesOf(lines).values()) parents.set(type.code, type.parent)
  const isCycle = (code: string): boolean => {
    const seen = new Set<string>()
    for (let at: string | null = code; at !== null; at = parents.get(at) ?? null) {
      if (seen.has(at)) return true
      seen.add(at)
    }
    return false
  }
  return [...typesOf(lines).values()].flatMap(({ line, type: { code, parent } }) => {
    if (code === rootCode) return [issueAt(line, 'type', 'invalid')]
    if (parent !== null && !parents.has(parent)) return [issueAt(line, 'parent', 'unknown_parent')]
    return isCycle(code) ? [issueAt(line, 'parent', 'parent_cycle')] : []
  })
}

/** Types whose entries are missing, by name: of one that rules depend on any of them, of any other all. */
function missingIssues(
  lines: readonly ParsedLine[],
  { types }: StoredDictionaries,
  { t }: Pick<Context, 't'>,
): CellIssue[] {
  return [...typesOf(lines).values()].flatMap(({ line, type: { code, name } }) => {
    const kind = kindOfType(code)
    const given = new Set(lines.flatMap(({ type, entry }) => (type.code === code && entry ? [entry.code] : [])))
    const holdsOthers =
      kind === 'group' || lines.some(({ type }) => type.parent === code) || types.some((one) => one.parentId === code)
    const needed = kind === 'states' || kind === 'codes' ? (vocabularies.get(code)?.codes ?? []).map(String) : []
    const missing = needed.filter((one) => !given.has(one))
    if (missing.length === 0 && (given.size > 0 || holdsOthers)) return []
    const dictionary = types.find(({ id }) => id === code)?.label ?? (name || code)
    const said = t('faults.entries_missing', { dictionary, codes: missing.join(', ') || '–' })
    return [issueAt(line, 'type', 'entries_missing', said)]
  })
}

/** What is wrong with entries where they would go: codes that rules depend on, states that cannot be disabled. */
const entryIssues = (
  lines: readonly ParsedLine[],
  { entries }: StoredDictionaries,
  { t }: Pick<Context, 't'>,
): CellIssue[] =>
  lines.flatMap(({ line, type, entry }) => {
    if (!entry) return []
    const kind = kindOfType(type.code)
    const isDeclared = vocabularies.get(type.code)?.codes.some((code) => String(code) === entry.code)
    if (kind !== 'open' && kind !== 'own' && !isDeclared)
      return [issueAt(line, 'code', 'codes_are_fixed', t('faults.codes_are_fixed'))]
    const known = entries.find(({ dictionaryId, code }) => dictionaryId === type.code && code === entry.code)
    if (!entry.labelEn && !known?.defaults.en) return [issueAt(line, 'en', 'required')]
    return kind === 'states' && entry.state === 'disabled'
      ? [issueAt(line, 'status', 'state_of_machine', t('faults.state_of_machine'))]
      : []
  })

/** Writes the entries of a sheet. Answers those that are other than before, with what they were and are. */
async function writeEntries(lines: readonly ParsedLine[], { entries }: StoredDictionaries, context: Context) {
  const { tx } = context
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const { type, entry } of lines) {
    if (!entry) continue
    const { code, sort, tone, state, ...labels } = entry
    const key = `${type.code} ${code}`
    const stored = entries.find((one) => one.dictionaryId === type.code && one.code === code)
    if (!stored) {
      const id = await addEntry(
        { dictionary: type.code as IdOf<'openDictionary'>, code, sort, tone, ...labels },
        context,
      )
      if (state === 'disabled')
        await tx.update(dictionaryEntryRows).set({ state }).where(eq(dictionaryEntryRows.id, id))
      after[key] = { ...labelsFrom(labels, {}), sort, tone, state }
      continue
    }
    const ours = labelsFrom(labels, stored.defaults)
    const was = { ...saidLabels(stored), sort: stored.sort, tone: stored.tone, state: stored.state }
    const is = { ...saidLabels({ defaults: stored.defaults, labels: ours }), sort, tone, state }
    if (JSON.stringify(sorted(was)) === JSON.stringify(sorted(is))) continue
    await tx
      .update(dictionaryEntryRows)
      .set({ labels: ours, sort, tone, state })
      .where(eq(dictionaryEntryRows.id, stored.id))
    await writeLabels(context, { dictionary: type.code, code }, ours)
    before[key] = was
    after[key] = is
  }
  return { before, after }
}

const sorted = (of: object) => Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Takes the dictionaries of another installation in: all of them, or none. @throws InvalidInput naming every wrong cell. */
export async function takeSheet(path: string, context: Context): Promise<{ changed: number }> {
  const { tx, app, now, note } = context
  const read = await readTemplate(dictionarySheet, path)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('dictionaries'))`)
  const stored = await storedDictionaries(context)
  const keyOf = ({ cells }: Line) => (cells.code === '' ? null : `${cells.type} ${cells.code}`)
  const lines = mustParse([...read.map(parseLine), duplicatesIn(read, 'code', keyOf)])
  mustParse([
    [...treeIssues(lines, stored), ...missingIssues(lines, stored, context), ...entryIssues(lines, stored, context)],
  ])
  const given = Array.from(typesOf(lines).values(), ({ type }) => type)
  const types = await putTypes(tx, given, now)
  const { before, after } = await writeEntries(lines, stored, context)
  app.words.forget()
  note({ before, after: { ...after, ...(types.length > 0 && { types }) } })
  return { changed: types.length + Object.keys(after).length }
}
