import { writeOff, writeOffs } from '#contract/write-offs.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { operational, pass, reject, request, withdraw } from './actions.ts'
import { fileSheet, writeOffTemplate } from './sheet.ts'
import { writeOffSource } from './source.ts'

/** Handlers of `writeOffs`: debts settled by hand. */
export default implement(
  writeOffs,
  {
    list: writeOffSource,

    full: (wanted, call) => request(call.row.id, { ...wanted, type: 'full' }, call),
    fullPlan: (wanted, call) => request(call.row.loanId, { ...wanted, type: 'full' }, call),
    partial: (wanted, call) => request(call.row.id, { ...wanted, type: 'partial' }, call),
    partialPlan: (wanted, call) => request(call.row.loanId, { ...wanted, type: 'partial' }, call),
    rollover: (wanted, call) => request(call.row.id, { ...wanted, type: 'rollover' }, call),
    rolloverPlan: (wanted, call) => request(call.row.loanId, { ...wanted, type: 'rollover' }, call),
    operational: (given, call) => operational(call.row.id, given, call),
    operationalPlan: (given, call) => operational(call.row.loanId, given, call),

    pass: ({ note }, call) => pass(note, call),
    reject: ({ note }, call) => reject(note, call),
    withdraw: (_, call) => withdraw(call),

    template: async () => templateFile(writeOffTemplate) as never, // a file stands for the answer

    async upload(_, call) {
      const file = call.uploads!.files.file! // the kernel refuses a call without it
      const filed = await fileSheet(file.path, call)
      call.note({ objectId: filed.sheet, input: { file: file.name, lines: filed.filed } })
      return filed
    },
  },
  [rowSource(writeOff, writeOffSource)],
)
