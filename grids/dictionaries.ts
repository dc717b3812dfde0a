import { dictionaryEntries } from '#contract/dictionaries/entries.ts'
import { dictionaries } from '#contract/dictionaries/types.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { grid, relatedRows } from '#src/grid/define.ts'

/** Dictionary types, with the entries of the one under the cursor beside them. */
export default grid(dictionaries.list, {
  page: 'dictionaries',
  keys: 'g z',
  columns: (col) => [
    col.text('name', { pin: true, width: 240 }),
    col.id('id', { width: 230 }),
    col.ref('parent', { width: 160 }),
    col.choice('kind', { width: 170 }),
    col.count('entries', { width: 90 }),
    col.count('sort', { width: 80 }),
    col.text('changedBy', { grow: 1, width: 150 }),
    col.instant('createdAt', { hidden: true }),
    col.text('place', { hidden: true }),
  ],
  views: { all: {}, open: { kind: ['open', 'own'] }, states: { kind: ['states'] }, codes: { kind: ['codes'] } },
  open: ({ id }) => listPath('dictionaryEntries', `dictionary:${id}`),
  table: { of: relatedRows(dictionaryEntries.of, 'entries', ['code', 'label', 'tone', 'state']), id: 'id' },
})
