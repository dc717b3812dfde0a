import { audit } from '#contract/audit.ts'
import { grid } from '#src/grid/define.ts'

/** The audit log: who did what to which row, and how it ended. Nothing in it can be changed. */
export default grid(audit.list, {
  page: 'audit',
  keys: 'g a',
  columns: (col) => [
    col.instant('at', { pin: true }),
    col.text('actor', { width: 160 }),
    col.text('command', { width: 170 }),
    col.choice('risk', { width: 112 }),
    col.choice('outcome', { width: 100 }),
    col.text('objectId', { width: 170 }),
    col.text('changes', { grow: 2, width: 320 }),
    col.text('fault', { width: 140 }),
    col.text('reason', { width: 140 }),
    col.text('ip', { width: 120 }),
    col.count('durationMs', { width: 72 }),
    col.id('batchId'),
    col.id('id', { hidden: true }),
    col.text('roles', { hidden: true }),
    col.text('page', { hidden: true }),
    col.text('noun', { hidden: true, width: 100 }),
    col.text('requestId', { hidden: true, width: 290 }),
  ],
  chooses: { of: audit.selectors, fields: { page: 'pages', command: 'commands' } },
  views: {
    all: {},
    today: { at: ':today' },
    money: { risk: ['money', 'irreversible'] },
    refused: { outcome: ['refused', 'failed'] },
    revealed: {
      command:
        ':aiRecords.recording,aiRecords.reveal,aiRecords.transcript,calls.recording,calls.reveal,conductChecks.recording,conductChecks.reveal,customers.reveal,exports.unmasked,pictures.reveal',
    },
  },
})
