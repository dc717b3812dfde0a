import { and, desc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm'
import { customer as customerSubject } from '#contract/customers.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { formatDay } from '#contract/kernel/letter-dates.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { type Occasion, occasions, type VariableKind } from '#contract/message-occasions.ts'
import type { messageTemplates } from '#contract/message-templates.ts'
import {
  fillTemplate,
  parameterName,
  placeholderOf,
  smsParts,
  type TemplateValues,
  variablesOf,
} from '#contract/message-text.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { inSavepoint } from '#server/kernel/base/transaction.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { hasId, rowSource } from '#server/kernel/listing/source.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { loanRows, type StoredLoan } from '#server/modules/loans/store.ts'
import { currentReminder } from '#server/modules/messages/steps/reminder.ts'
import { filledTemplate, routeFor } from '#server/modules/messages/steps/route.ts'
import { customerOf, valuesOfRecipient } from '#server/modules/messages/steps/write-message.ts'
import { saidBy } from './said.ts'
import { mustBeFillable, parameterTexts } from './steps/templates.ts'

type PreviewInput = Parsed<typeof messageTemplates.preview>

/** How many of the newest orders are looked through for a customer whom the caller may see. */
const samplesMax = 50

/** Of some customers the first whom the caller may see. */
async function visibleCustomer(ids: readonly IdOf<'customer'>[], { tx, actor, app, t }: Context) {
  const access = { actor, scopes: actor.scopesOf('customers'), app, t }
  const reading = { source: rowSource(customerSubject, customerSource).source, fields: customerSubject.fields }
  const rows = await findMany(tx, reading, { where: hasId(reading.source, ids) }, access)
  const seen = new Set(rows.map(({ id }) => id))
  const first = ids.find((id) => seen.has(id))
  return first ? customerOf(tx, first) : null
}

/** Orders that an occasion is about: of a reminder those that fall due as it says. */
function ordersOf(occasion: Occasion, { today }: Context): SQL | undefined {
  const due = {
    dueSoon: gt(loanRows.dueDate, today),
    dueToday: eq(loanRows.dueDate, today),
    overdue: lt(loanRows.dueDate, today),
  }
  const reminding = inArray(loanRows.state, loanFlow.from('remind'))
  return Object.hasOwn(due, occasion) ? and(reminding, due[occasion as keyof typeof due]) : undefined
}

/** The customers of the newest orders that an occasion is about; where there are none, of the newest of all. */
async function sampleIds(occasion: Occasion, call: Context): Promise<IdOf<'customer'>[]> {
  const customersOf = async (where: SQL | undefined) => {
    const { customerId: id } = loanRows
    const rows = await call.tx.select({ id }).from(loanRows).where(where).orderBy(desc(loanRows.id)).limit(samplesMax)
    return [...new Set(rows.map((row) => row.id))]
  }
  const fitting = await customersOf(ordersOf(occasion, call))
  return fitting.length > 0 ? fitting : customersOf(undefined)
}

/** Whom a preview is filled for. @throws Refusal `unknown_customer`. */
async function recipientOf({ customerId, occasion }: PreviewInput, call: Context): Promise<StoredCustomer | null> {
  const found = await visibleCustomer(customerId ? [customerId] : await sampleIds(occasion, call), call)
  if (customerId && !found) throw new Refusal('unknown_customer', undefined, { field: 'customerId' })
  return found
}

async function newestLoan({ id }: StoredCustomer, occasion: Occasion, { tx }: Context): Promise<StoredLoan | null> {
  const reminding = occasions[occasion].purpose === 'reminder'
  const theirs = and(
    eq(loanRows.customerId, id),
    reminding ? inArray(loanRows.state, loanFlow.from('remind')) : undefined,
  )
  const [loan] = await tx.select().from(loanRows).where(theirs).orderBy(desc(loanRows.id)).limit(1)
  return loan ?? null
}

/** What a reminder of today would name; as it is reckoned for one, of which nothing stays. */
async function debtOf(loan: StoredLoan, { tx, app, now }: Context): Promise<TemplateValues> {
  let values: TemplateValues = {}
  await inSavepoint(tx, async (savepoint) => {
    values = (await currentReminder(loan, null, { tx: savepoint, app, now }))?.values ?? {}
    return 'rollBack'
  })
  return values
}

/** Stands in for what somebody has not: an amount, a day, a link. */
const sampleAmountMinor = 521_000
const sampleLoan = 'LN260310000001'
function sampleValues({ occasion, language }: PreviewInput, { app, today }: Context): TemplateValues {
  const samples: Readonly<Record<VariableKind, TemplateValues[string]>> = {
    ...{ text: sampleLoan, link: 'https://pay.example/LK1', moment: `${formatDay(today, language)} 18:30` },
    ...{ money: ofMinor(sampleAmountMinor, countries[app.clock.country].currency), day: today },
  }
  const values = Object.entries(variablesOf(occasion)).map(([name, kind]) => [name, samples[kind]])
  return { ...Object.fromEntries(values), app: 'Lendline', name: 'Asha Rao' }
}

/** What fills a preview: what is known of the customer, samples for the rest. */
async function valuesFor(customer: StoredCustomer | null, input: PreviewInput, call: Context): Promise<TemplateValues> {
  const samples = sampleValues(input, call)
  if (!customer) return samples
  const loan = await newestLoan(customer, input.occasion, call)
  const { limitMinor, currency } = customer
  return {
    ...samples,
    ...valuesOfRecipient(customer, loan),
    ...(limitMinor !== null && { limit: ofMinor(limitMinor, currency) }),
    ...(loan && occasions[input.occasion].purpose === 'reminder' && (await debtOf(loan, call))),
  }
}

/** Why a customer would not be written to now, in the reader's words; null where they would. */
async function refusalFor(customer: StoredCustomer | null, { occasion }: PreviewInput, call: Context) {
  if (!customer) return null
  const { tx, app, now, t } = call
  const asked = routeFor(tx, customer, occasion, { app, now })
  return asked.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return t(`faults.${error.fault}`, error.values)
    },
  )
}

/**
 * What a template would say to a customer, filled as what is sent is.
 * @throws Refusal `unknown_customer`, and as `mustBeFillable`.
 */
export async function previewOf(input: PreviewInput, call: Context) {
  const { occasion, channel, language } = input
  const said = saidBy(input)
  await mustBeFillable(call, occasion, said)
  const customer = await recipientOf(input, call)
  const values = await valuesFor(customer, input, call)
  const filled = await filledTemplate(call.tx, said, { occasion, values, language }, call.app)
  const writing = { country: call.app.clock.country, language }
  const parameters = await parameterTexts(call.tx, [said.subject, said.text], writing, call.app.translations)
  const one = (name: string) => fillTemplate(placeholderOf(name), { occasion, values, parameters }, writing)
  return {
    ...filled,
    parts: channel === 'sms' ? smsParts(filled.text) : null,
    variables: Object.entries(variablesOf(occasion)).map(([name, kind]) => ({ name, kind, value: one(name) })),
    parameters: [...parameters.keys()]
      .map(parameterName)
      .map((name) => ({ placeholder: placeholderOf(name), value: one(name) })),
    customerId: customer?.id ?? null,
    refusal: await refusalFor(customer, input, call),
  }
}
