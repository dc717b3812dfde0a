import { dictionaryEntries } from '#contract/dictionaries/entries.ts'
import { grid } from '#src/grid/define.ts'

/** Dictionary entries: every code with its labels. */
export default grid(dictionaryEntries.list, {
  page: 'dictionaryEntries',
  columns: (col) => [
    col.text('code', { pin: true, width: 150 }),
    col.text('label', { grow: 1, width: 220 }),
    col.ref('dictionary', { width: 190 }),
    col.count('sort', { width: 80 }),
    col.choice('tone', { width: 110 }),
    col.choice('state', { width: 110 }),
    col.text('labelEn', { width: 170 }),
    col.text('labelZh', { width: 140 }),
    col.text('labelEs', { width: 170 }),
    col.text('labelVi', { width: 170 }),
    col.text('labelId', { width: 170 }),
    col.text('labelJa', { width: 150 }),
    col.flag('added', { hidden: true, width: 90 }),
    col.flag('relabelled', { hidden: true, width: 90 }),
    col.flag('untranslated', { hidden: true, width: 90 }),
    col.text('changedBy', { hidden: true, width: 140 }),
    col.instant('createdAt', { hidden: true }),
    col.id('id', { hidden: true }),
    col.text('place', { hidden: true }),
  ],
  views: {
    all: {},
    added: { added: true },
    relabelled: { relabelled: true },
    untranslated: { untranslated: true },
    disabled: { state: ['disabled'] },
  },
})
