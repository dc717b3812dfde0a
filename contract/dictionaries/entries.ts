import { z } from 'zod'
import { api, change, read, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { machine } from '../kernel/machine.ts'
import { subject } from '../kernel/subject.ts'
import { Choice, EntryCode, Id, Instant, Ref, Version } from '../kernel/values.ts'
import { Sort } from './types.ts'
import { labelArgs, labelFields, tones, Words } from './words.ts'

/** One that is disabled is not offered any more; rows that have it still show its label. */
const entryFlow = machine(
  'dictionaryEntries.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

const Tone = Choice('dictionaryEntries.tone', [...tones], {
  ...({ good: 'good', info: 'info', warn: 'warn', bad: 'bad', muted: 'muted' } as const),
})

/** A dictionary entry (detail): a code with its labels. */
export const DictionaryEntry = z.object({
  id: Id('dictionaryEntry'),
  version: Version,
  dictionary: Ref('dictionary'),
  code: z.string(),
  /** What it is called in the reader's language. */
  label: z.string(),
  ...labelFields,
  sort: z.int(),
  /** Where it stands: with its type, in the order of their numbers. */
  place: z.string(),
  tone: Tone,
  state: entryFlow.State,
  /** Whether staff have added it: what comes with the product stays. */
  added: z.boolean(),
  /** Whether some language has another label than what comes with the product. */
  relabelled: z.boolean(),
  /** Whether it lacks a label in some language. */
  untranslated: z.boolean(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type DictionaryEntry = z.output<typeof DictionaryEntry>
/** Subject: a dictionary entry. */
export const dictionaryEntry = subject('dictionaryEntries', DictionaryEntry, {
  prefix: 'DE',
  opens: 'dictionaryEntries',
})

const labelMax = 80
/** Most types of one sheet. */
export const sheetTypesMax = 500
/** What is left out, or blank, is said as the product says it. */
const labels = labelArgs(labelMax)
const one = { subject: dictionaryEntry, touches: ['dictionaries'] } as const

/** An entry as a sheet has it. */
export const SheetEntry = z.object({
  ...{ code: EntryCode, ...labels, sort: Sort.default(0), tone: Tone.default('none') },
  state: entryFlow.State,
})
/** A new entry has an English label: that is what stands in for every other language. */
const NewEntry = SheetEntry.omit({ state: true }).extend({ labelEn: z.string().trim().min(1).max(labelMax) })

/** Why a sheet of dictionaries is refused as a whole. */
const sheetFaults = [
  ...(['template_unknown', 'template_old', 'template_columns'] as const),
  ...(['template_empty', 'template_rows', 'template_quote'] as const),
] as const

/** Dictionary entries: what codes are called, where they stand, and whether they are offered. */
export const dictionaryEntries = api('dictionaryEntries', {
  list: list('GET /sys/dict/listDictDetail', {
    requires: 'dictionaryEntries',
    row: DictionaryEntry,
    subject: dictionaryEntry,
    filter: [
      ...(['id', 'dictionary', 'code', 'label', 'labelEn', 'labelZh', 'labelEs', 'labelVi', 'labelId'] as const),
      ...(['labelJa', 'sort', 'tone', 'state', 'added', 'relabelled', 'untranslated', 'changedBy'] as const),
      'createdAt',
    ],
    sort: ['id', 'dictionary', 'code', 'label', 'place', 'state'],
    search: ['code', 'label', 'labelEn'],
    order: 'place',
    created: 'createdAt',
  }),

  /** The entries of a type, in the order they are offered. */
  of: read('GET /sys/dict/entries', {
    requires: 'dictionaryEntries',
    input: z.object({ id: Id('dictionary') }),
    output: z.object({ entries: z.array(DictionaryEntry.pick({ code: true, label: true, tone: true, state: true })) }),
  }),

  add: write('POST /sys/dict/addDictDetail', {
    requires: 'dictionaryEntries.add',
    input: z.object({ dictionary: Id('openDictionary'), ...NewEntry.shape }),
    output: z.object({ id: Id('dictionaryEntry') }),
    faults: ['unknown_dictionary', 'codes_are_fixed', 'known_already'],
    touches: ['dictionaries'],
  }),

  edit: change('PUT /sys/dict/updateDictDetail', {
    ...one,
    requires: 'dictionaryEntries.edit',
    args: { ...labels, sort: Sort, tone: Tone },
    faults: ['label_missing'],
  }),

  setState: change('PUT /sys/dict/modifyDetailState', {
    ...one,
    requires: 'dictionaryEntries.edit',
    args: { state: entryFlow.State },
    faults: ['state_of_machine', 'last_offered'],
  }),

  /** Entries that come with the product, those that somebody has chosen, and those that a row holds, stay. */
  remove: change('DELETE /sys/dict/deleteDictDetail', {
    ...one,
    requires: 'dictionaryEntries.remove',
    faults: ['comes_with_product', 'entry_used'],
  }),

  /** The words that differ from what comes with the product, for screens to say. */
  words: read('GET /sys/dict/words', { requires: 'session', input: z.object({}), output: Words }),

  /** A sheet of types with all their entries, of those that are named or of all, for another installation. */
  generate: {
    ...read('POST /sys/dict/generate/dict', {
      requires: 'dictionaryEntries.edit',
      input: z.object({ ids: z.array(Id('dictionary')).max(sheetTypesMax).optional() }),
      output: z.null(),
      faults: ['unknown_dictionary', 'no_entries'],
    }),
    file: true as const,
  },

  /** Takes the sheet of another installation in: all of it, or nothing where one line is wrong. */
  take: {
    ...write('POST /sys/dict/take', {
      requires: 'dictionaryEntries.edit',
      input: z.object({}),
      output: z.object({ changed: z.int() }),
      faults: [...sheetFaults, 'entries_missing'],
      touches: ['dictionaries'],
    }),
    files: ['file'],
  },
})
