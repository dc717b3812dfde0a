import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant, key } from './columns.ts'

/** Audit log: who did what to which row. Append-only: a trigger refuses every change. */
export const auditRows = pgTable(
  'audit',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    unitPath: text('unit_path').notNull(),
    roles: text('roles').array().notNull(),
    ip: text('ip'),
    page: text('page'),
    command: text('command').notNull(),
    risk: text('risk').notNull(),
    noun: text('noun'),
    objectId: text('object_id'),
    input: jsonb('input'),
    before: jsonb('before'),
    after: jsonb('after'),
    outcome: text('outcome', { enum: ['done', 'refused', 'failed'] }).notNull(),
    fault: text('fault'),
    reason: text('reason'),
    requestId: text('request_id').notNull(),
    batchId: text('batch_id'),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [
    index('audit_at').on(table.at, table.id),
    index('audit_refused').on(table.at, table.id).where(sql`outcome <> 'done'`),
    index('audit_actor').on(table.actorId, table.at),
    index('audit_object').on(table.noun, table.objectId, table.at),
    index('audit_command').on(table.command, table.at),
    index('audit_batch').on(table.batchId).where(sql`batch_id is not null`),
  ],
)

/** Hash chain over committed audit rows: each hash covers the one before it and the row. Written by one job only. */
export const sealRows = pgTable('audit_seals', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' }).notNull().unique(),
  hash: text('hash').notNull(),
})

/** Checkpoints of the hash chain, counted and signed by a key outside the database. Append-only. */
export const checkpointRows = pgTable('audit_checkpoints', {
  number: bigint('number', { mode: 'number' }).primaryKey(),
  /** How many links the chain had, and the hash of the last. */
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  at: instant('at').notNull(),
  signature: text('signature').notNull(),
})

/** Data keys of customers, encrypted under the installation's secret: personal values in the audit log are encrypted under them. */
export const customerKeyRows = pgTable('customer_keys', {
  customerId: key('customer_id').primaryKey(),
  /** None once it was destroyed. */
  key: text('key'),
  createdAt: instant('created_at').notNull(),
  destroyedAt: instant('destroyed_at'),
})

/** Counters of refused calls that nobody signed in for: whoever sends a million of them fills no table. */
export const refusalCountRows = pgTable(
  'refusal_counts',
  {
    endpoint: text('endpoint').notNull(),
    fault: text('fault').notNull(),
    hour: instant('hour').notNull(),
    count: integer('count').notNull(),
    /** Where the last one came from. */
    ip: text('ip'),
  },
  (table) => [primaryKey({ columns: [table.endpoint, table.fault, table.hour] })],
)

/** Orders of which a row was deleted, past the product: triggers write them down for the audit of the book. */
export const deletionRows = pgTable(
  'book_deletions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    loanId: text('loan_id').notNull(),
    /** Of which table. */
    of: text('of').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('book_deletions_loan').on(table.loanId)],
)

/** Idempotency keys, with the answers given under them. */
export const idempotencyRows = pgTable(
  'idempotency',
  {
    key: text('key').notNull(),
    actorId: text('actor_id').notNull(),
    endpoint: text('endpoint').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The envelope that was answered; null while the call is under way. */
    answer: jsonb('answer'),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('idempotency_key').on(table.actorId, table.endpoint, table.key),
    index('idempotency_at').on(table.at),
  ],
)

/** What is to leave the building: written with the decision, delivered after it was committed. */
export const outboxRows = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The port that delivers it: `payouts.send`. */
    topic: text('topic').notNull(),
    /** Names the message to the receiver, who may get it more than once. */
    key: text('key').notNull(),
    body: jsonb('body').notNull(),
    state: text('state', { enum: ['waiting', 'sent', 'dead'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    error: text('error'),
    at: instant('at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    uniqueIndex('outbox_topic_key').on(table.topic, table.key),
    index('outbox_waiting').on(table.nextAt).where(sql`state = 'waiting'`),
  ],
)

/** Messages of the outbox that could not be delivered, until they are. */
export const failedMessageRows = pgTable('failed_messages', {
  id: idColumn('failedMessage').primaryKey(),
  ...changeable(),
  messageId: bigint('message_id', { mode: 'number' }).notNull().unique(),
  /** When it failed last. */
  failedAt: instant('failed_at').notNull(),
})

/** Personal values of filters, kept here so that a URL need not hold them. */
export const sealedValueRows = pgTable(
  'sealed_values',
  {
    token: text('token').primaryKey(),
    staffId: text('staff_id').notNull(),
    /** Encrypted. */
    value: text('value').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('sealed_values_at').on(table.at)],
)

/** Small facts of the installation: whether the demo book is complete, which secret encrypted it. */
export const settingRows = pgTable('settings', { name: text('name').primaryKey(), value: jsonb('value').notNull() })

/** Table `summary_definitions`: what each summary table was counted by; another definition counts it anew. */
export const summaryDefinitionRows = pgTable('summary_definitions', {
  name: text('name').primaryKey(),
  definition: text('definition').notNull(),
})
