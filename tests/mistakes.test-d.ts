/** Mistakes that must not compile. `tsc` fails where one of them starts to. */
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import { audit } from '#contract/audit.ts'
import { cases } from '#contract/cases.ts'
import { api, change, read } from '#contract/kernel/endpoint.ts'
import { guard, ok } from '#contract/kernel/fault.ts'
import { type KnownFields, list } from '#contract/kernel/list.ts'
import { machine } from '#contract/kernel/machine.ts'
import { add, money } from '#contract/kernel/money.ts'
import type { KnownRequirement, Missing } from '#contract/kernel/rights.ts'
import { subject } from '#contract/kernel/subject.ts'
import { Id, Version } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { loanCode, loanFlow } from '#contract/loans/flow.ts'
import { loan } from '#contract/loans/row.ts'
import { Reduction, reductionFlow, reductions } from '#contract/reductions.ts'
import { tickets } from '#contract/tickets.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { closedCaseSource } from '#server/modules/cases/closed-source.ts'
import { openCaseSource } from '#server/modules/cases/source.ts'
import { applicationSource, failedPayoutSource } from '#server/modules/loans/source.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { act, command, local } from '#src/command/define.ts'
import { type ColumnBuilders, grid } from '#src/grid/define.ts'

// — contract —
// @ts-expect-error a state that is no row of the table
machine('x.state', { open: { close: 'closd' }, closed: {} })
// @ts-expect-error a code that is no row
machine('x.state', { 10: { pass: 20 }, 30: {} })
// @ts-expect-error no such event
reductionFlow.can('aprove')
// @ts-expect-error no such code
loanFlow.after(24, 'startPay')
// @ts-expect-error no such event of an order
loanFlow.after(loanCode.overdue, 'pay')
// @ts-expect-error the path asks for `userId`, the input has none
read('GET /x/{userId}', { requires: 'anyone', input: z.object({ id: z.string() }), output: z.null() })
// @ts-expect-error no such page
read('GET /x', { requires: 'loan_list', input: z.object({}), output: z.null() })
// @ts-expect-error no such button
read('GET /x', { requires: 'applications.aprove', input: z.object({}), output: z.null() })
// @ts-expect-error nobody in particular
read('GET /x', { input: z.object({}), output: z.null() })
// @ts-expect-error rupees and đồng
add(money('1.00', 'INR'), money('100', 'VND'))
// @ts-expect-error a bare number is no amount
add({ minor: 5, currency: 'INR' }, money('1.00', 'INR'))
// @ts-expect-error a kind of row without a version
subject('x', z.object({ id: z.string() }), { opens: 'orders' })
// @ts-expect-error a record that nothing opens
subject('x', Reduction, { prefix: 'XX' })
// @ts-expect-error no such page
subject('x', Reduction, { opens: 'loan_list' })
// @ts-expect-error nobody finds anything by its colour
subject('x', Reduction, { opens: 'orders', findBy: ['colour'] })
const of = { requires: 'reductions', row: Reduction, search: [], created: 'requestedAt' } as const
// @ts-expect-error a field the row does not have
list('GET /x', { ...of, filter: ['colour'], sort: [], order: 'amount' })
// @ts-expect-error words looked for in a field the row does not have
list('GET /x', { ...of, search: ['colour'], filter: [], sort: [], order: 'amount' })
// @ts-expect-error an order by a field the row does not have
list('GET /x', { ...of, filter: [], sort: [], order: '-colour' })
const judging = { subject: loan, requires: 'applications.edit' } as const
// @ts-expect-error a guard on fields of another kind of row
change('POST /x', { ...judging, when: guard<{ rating: number }>(['rating'], () => ok) })
// @ts-expect-error an amount that is neither in the row nor asked for
change('POST /x', { ...judging, sum: 'penalty' })

// — commands —
// @ts-expect-error `amount` and `reason` are neither asked for nor filled
command(reductions.request, { on: 'one' })
// @ts-expect-error `reason` is missing
command(reductions.request, { on: 'one', args: { amount: {} } })
// @ts-expect-error no such argument
command(cases.end, { on: 'one', args: { reasons: {} } })
// @ts-expect-error the row's id comes from the selection, never from the command
command(loans.redisburse, { on: 'one', args: { id: {} } })
// @ts-expect-error nothing is left to fill
command(loans.redisburse, { on: 'one', fill: { note: 'x' } })
// @ts-expect-error a condition on another kind of row
command(loans.redisburse, { on: 'one', when: guard<{ rating: number }>(['rating'], () => ok) })
// @ts-expect-error `ctrl` is written `mod`
command(loans.redisburse, { on: 'each', keys: 'ctrl+a' })
// @ts-expect-error browsers keep this one
command(loans.redisburse, { on: 'each', keys: 'mod+t' })
// @ts-expect-error a reading call is no command on rows
command(loans.applications, { on: 'one' })
// @ts-expect-error a call about a row is no act about none
act(loans.redisburse, { args: {} })
act(audit.verify, { args: {} })
// @ts-expect-error a command of the whole console has no row
local('loans.copyId', { run: (row, { copy }) => copy(row.id) })
// @ts-expect-error no such message
local('loans.nope', { subject: loan, run: () => {} })
const Thing = z.object({ id: Id('thing'), version: Version })
const extra = api('loans', {
  vanish: change('POST /x', { subject: subject('things', Thing, { opens: 'orders' }), requires: 'applications.edit' }),
})
// @ts-expect-error a verb without a name in locales/en
command(extra.vanish, { on: 'one' })

// — grids —
const at = (columns: Parameters<typeof grid<typeof loans.applications>>[1]['columns']) =>
  grid(loans.applications, { page: 'applications', columns, views: {} })
// @ts-expect-error money in a text column
at((col) => [col.text('amount')])
// @ts-expect-error a word in a money column
at((col) => [col.money('state')])
// @ts-expect-error prose in a column of choices
at((col) => [col.choice('failure')])
// @ts-expect-error an id in a text column
at((col) => [col.text('id')])
// @ts-expect-error a moment in a text column
at((col) => [col.text('appliedAt')])
// @ts-expect-error a day in a column of moments
at((col) => [col.instant('dueDate')])
// @ts-expect-error a masked value in the open
at((col) => [col.text('phone')])
// @ts-expect-error no such field
at((col) => [col.text('raeson')])
// @ts-expect-error the server does not sort by phone
grid(loans.applications, { page: 'applications', columns: () => [], views: { all: { sort: 'phone' } } })
// @ts-expect-error no such code
grid(loans.applications, { page: 'applications', columns: () => [], views: { all: { state: [24] } } })
// @ts-expect-error the server does not filter by fee
grid(loans.applications, { page: 'applications', columns: () => [], views: { all: { fee: '>1' } } })
// @ts-expect-error no such page
grid(loans.applications, { page: 'loan_list', columns: () => [], views: {} })

// — what the compiler says: which file lacks which key —
const painted = api('loans', {
  painted: list('GET /x', {
    ...{ requires: 'applications', row: z.object({ id: Id('loan'), colour: z.string(), state: z.string() }) },
    ...{ filter: [], sort: [], search: [], order: 'id', created: 'id' },
  }),
})
declare const col: ColumnBuilders<typeof loans.applications>
declare const colour: ColumnBuilders<typeof painted.painted>
expectTypeOf(col.text<'raeson'>)
  .parameter(0)
  .toEqualTypeOf<"contract: the rows of loans.applications have no field 'raeson'">()
expectTypeOf(colour.text<'colour'>)
  .parameter(0)
  .toEqualTypeOf<"locales/en/loans.json has no text 'colour'">()
expectTypeOf(col.text<'amount'>)
  .parameter(0)
  .toEqualTypeOf<"grids: no col.text shows 'amount' of loans.applications, but col.money does">()
expectTypeOf(col.count<'version'>)
  .parameter(0)
  .toEqualTypeOf<"grids: no col.count shows 'version' of loans.applications, but none does">()
expectTypeOf(local<undefined, 'loans.nope'>)
  .parameter(0)
  .toEqualTypeOf<"locales/en/loans.json has no text 'nope'">()
expectTypeOf(local<undefined, 'writeOffs.nope'>)
  .parameter(0)
  .toEqualTypeOf<"locales/en/write-offs.json has no text 'nope'">()
expectTypeOf(local<undefined, 'things.vanish'>)
  .parameter(0)
  .toEqualTypeOf<"locales/index.ts has no noun 'things'">()
expectTypeOf(command<typeof extra.vanish>)
  .parameter(0)
  .toEqualTypeOf<"locales/en/loans.json has no text 'vanish'">()

// — server —
const nothing = async () => {}
declare const db: Db
const lists = { open: openCaseSource, closed: closedCaseSource }
const acts = {
  end: nothing,
  transfer: nothing,
  shareOut: nothing,
  recall: nothing,
  reopen: nothing,
  call: nothing,
  whatsApp: nothing,
}
const answers = { ...lists, ...acts }
implement(cases, answers)
// @ts-expect-error a verb nobody answers
implement(cases, { open: openCaseSource })
// @ts-expect-error an answer where the kernel reads the row itself
implement(cases, { ...answers, end: async () => ({ ok: true }) })
// @ts-expect-error a parameter that nobody has declared
parameter(db, 'disburse.atemptsMax')
// @ts-expect-error a fault the endpoint does not declare
implement(cases, { ...answers, end: async (_input, { fail }) => fail('too_late') })
// @ts-expect-error an input the endpoint does not have
implement(cases, { ...answers, end: async ({ amount }) => void amount })
// @ts-expect-error the rows of another listing
implement(tickets, { operation: openCaseSource, transfer: async () => {} })
// @ts-expect-error a listing whose rows lack what this one shows
implement({ applications: loans.applications }, { applications: failedPayoutSource })
implement({ applications: loans.applications }, { applications: applicationSource })

expectTypeOf<KnownFields<typeof Reduction, 'amount' | 'colour'>>().toEqualTypeOf<
  Missing<"the row has no field 'colour'">
>()
expectTypeOf<KnownRequirement<'colours'>>().toEqualTypeOf<Missing<"contract/menu.ts has no page 'colours'">>()
expectTypeOf<KnownRequirement<readonly ['orders', 'colours.edit']>>().toEqualTypeOf<
  Missing<"contract/menu.ts has no page 'colours'">
>()
expectTypeOf<KnownRequirement<'orders.aprove'>>().toEqualTypeOf<
  Missing<"contract/kernel/rights.ts has no button 'aprove'">
>()
