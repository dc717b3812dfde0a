import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Database } from '#server/kernel/base/database.ts'
import { terms } from '#tests/contract/loans/in7.ts'

const in7 = `'${JSON.stringify(terms())}'::jsonb`
const at = `'2026-11-21T10:00:00Z'`

/** An overdue order that is collected and partly paid, and one whose pay-out failed, in tables that were there from the first. */
const business = `
  insert into units (id, kind, name, parent_id, path) values
    ('HQ', 'department', 'Head office', null, '/HQ/'),
    ('COL', 'department', 'Collections', 'HQ', '/HQ/COL/'),
    ('AG1', 'agency', 'In-house collections', 'COL', '/HQ/COL/AG1/'),
    ('AG1A', 'group', 'In-house collections A', 'AG1', '/HQ/COL/AG1/AG1A/');
  insert into roles (id, name, mark) values ('EXE', 'Executive', 'EXE'), ('COL', 'Collection specialist', 'COL');
  insert into role_grants (role_id, page, codes, scope) values ('EXE', 'home', 0, 'all');
  insert into staff (id, account, name, password_hash, unit_id, created_at) values
    ('S-executive', 'executive', 'Mira Shah', 'x', 'HQ', ${at}),
    ('S-collector', 'collector', 'Arun Das', 'x', 'AG1A', ${at});
  insert into staff_roles (staff_id, role_id) values ('S-executive', 'EXE'), ('S-collector', 'COL');
  insert into customers (id, department_id, name, phone, app, channel, currency, registered_at,
      blacklisted) values
    ('CU261121000001', 'HQ', 'Nguyễn Thị Đào', '9876543210', 'Lendline', 'organic', 'INR', ${at}, false),
    ('CU261121000002', 'HQ', '王小明', '9876543211', 'Lendline', 'organic', 'INR', ${at}, true);
  insert into cards (id, customer_id, holder, bank, account, account_tail, account_index, state, similarity_ppm) values
    ('CD261121000001', 'CU261121000001', 'Nguyễn Thị Đào', 'HDFC', 'x', '0001', 'x1', 'bound', 950000),
    ('CD261121000002', 'CU261121000002', '王小明', 'HDFC', 'x', '0002', 'x2', 'bound', 950000);
  insert into loans (id, customer_id, product_id, department_id, state, ordinal, currency, amount_minor, received_minor,
      fee_minor, gst_minor, interest_minor, terms, app, channel, card_id, attempts, failure_code, failed_at, applied_at,
      disbursed_at, due_date) values
    ('LN261121000001', 'CU261121000001', 'IN-7', 'HQ', 50, 1, 'INR', 500000, 425000, 75000, 0, 3500, ${in7}, 'Lendline',
      'sandbox', 'CD261121000001', 1, null, null, ${at}, ${at}, '2026-11-18'),
    ('LN261121000002', 'CU261121000002', 'IN-7', 'HQ', 31, 1, 'INR', 500000, 425000, 75000, 0, 3500, ${in7}, 'Lendline',
      'sandbox', 'CD261121000002', 1, 'bank_down', ${at}, ${at}, null, null);
  insert into loan_states (loan_id, from_state, to_state, event, actor, at) values
    ('LN261121000001', 30, 50, 'markOverdue', 'system', ${at});
  insert into payouts (id, loan_id, attempt, card_id, amount_minor, currency, channel, state, requested_at) values
    ('LN261121000002-1', 'LN261121000002', 1, 'CD261121000002', 425000, 'INR', 'sandbox', 'fail', ${at});
  insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, paid_principal,
      state, created_at) values
    ('PL261121000001', 'LN261121000001', 1, 1, 'INR', '2026-11-18', 3500, 500000, 100000, 'open', ${at});
  insert into payments (id, loan_id, amount_minor, currency, kind, channel, state, utr, created_at, completed_at) values
    ('PY261121000001', 'LN261121000001', 100000, 'INR', 'partial', 'bankTransfer', 'success', 'HDFC00012345678', ${at}, ${at});
  insert into allocations (payment_id, plan_id, paid_principal) values ('PY261121000001', 'PL261121000001', 100000);
  insert into reductions (id, plan_id, loan_id, state, currency, amount_minor, overdue_days, reason, source, maker_id,
      maker_unit_path, requested_at) values
    ('RD261121000001', 'PL261121000001', 'LN261121000001', 'pending', 'INR', 1000, 3, 'Illness', 'collector', 'S-collector',
      '/HQ/COL/AG1/AG1A/', ${at});
  insert into tickets (id, desk, state, kind, title, content, priority, source, department_id, created_at) values
    ('TK261121000001', 'operation', 'notFollowed', 'payout', 'Payout missing', 'Details', 'normal', 'staff', 'HQ', ${at});
  insert into audit (at, actor_name, unit_path, roles, command, risk, outcome, request_id, duration_ms) values
    (${at}, 'Mira Shah', '/HQ/', '{EXE}', 'loans.redisburse', 'money', 'done', 'r1', 12);
  insert into parameters (id, value) values ('disburse.manual', 'true');
  update loans set attempts = 2 where id = 'LN261121000002'; -- counts its version up
  select setval('ids_loan', 2), setval('ids_plan', 1), setval('ids_payment', 1)`

/** Written last: where its triggers stand, what it is about learns whose it is. */
const collected = `
  insert into cases (id, loan_id, state, stage, collector_id, group_id, agency_id, unit_path, opened_at, allocated_at) values
    ('CS261121000001', 'LN261121000001', 'allocated', 'S1', 'S-collector', 'AG1A', 'AG1', '/HQ/COL/AG1/AG1A/', ${at}, ${at})`

/** A product as the first installations had it. */
const product = `
  insert into products (id, name, department_id, amount_minor, currency, terms, state, created_at)
    values ('IN-7', 'IN-7', 'HQ', 500000, 'INR', ${in7}, 'enabled', ${at})`
/** A product whose terms are kept by themselves; a change of card, and two tasks, of which somebody has renamed one. */
const versions = `
  insert into products (id, name, department_id, app, currency, state, created_at)
    values ('IN-7', 'IN-7', 'HQ', 'Lendline', 'INR', 'enabled', ${at});
  insert into card_changes (id, loan_id, new_card_id, state, similarity_ppm, reason, maker_id, maker_unit_path, requested_at)
    values ('CC261121000001', 'LN261121000001', 'CD261121000001', 'pending', 950000, 'Closed', 'S-collector', '/HQ/', ${at});
  insert into jobs (id, name, job_class, cycle, state, created_at) values
    ('doDisburse', 'Pay approved orders out', 'doDisburse', '* * * * *', 'enabled', ${at}),
    ('queryPayout', 'Silent ones', 'queryPayout', '* * * * *', 'enabled', ${at});
  insert into job_progress (job_id) values ('doDisburse'), ('queryPayout');
  update jobs set cycle = '*/2 * * * *' where id = 'queryPayout'`
const unagreed = `
  insert into product_terms (product_id, part, value, effective_from, made_by, made_at)
    select 'IN-7', 'penalty', ${in7} -> 'penalty', '2026-11-01', '–', ${at}`
const agreed = `
  insert into product_terms (product_id, part, value, effective_from, state, made_by, made_at)
    select 'IN-7', 'penalty', ${in7} -> 'penalty', '2026-11-01', 'passed', '–', ${at}`
const offered = `
  insert into extensions (id, state, loan_id, times, times_max, old_due, new_due, days, currency, penalty_minor, fee_minor,
      interest_minor, extension_fee_minor, commission_minor, total_minor, source, maker_id, maker_unit_path, quoted_at,
      valid_until)
    values ('EX261121000001', 'quoted', 'LN261121000001', 1, 3, '2026-11-18', '2026-11-25', 7, 'INR', 0, 0, 3500, 48000, 5000,
      56500, 'staff', 'S-collector', '/HQ/COL/AG1/AG1A/', ${at}, '2026-11-22')`
/** A reminder that waits for the day an instalment falls due, and a message that has left. */
const written = `
  insert into messages (id, loan_id, customer_id, plan_id, template, state, channel, language, text, made_by, created_at, send_at)
    values
    ('MS261121000001', 'LN261121000001', 'CU261121000001', 'PL261121000001', 'dueToday', 'scheduled', 'sms', 'en', null, 'system',
      ${at}, ${at}),
    ('MS261121000002', 'LN261121000001', 'CU261121000001', null, 'dueToday', 'sent', 'sms', 'en', 'Please pay', 'system',
      ${at}, ${at})`

/** A database as one commit made it, and what was in it. */
export interface OldBase {
  readonly commit: string
  readonly rows: readonly string[]
}

/** Spread over the history of migrations that were edited in place. */
export const oldBases: readonly OldBase[] = [
  { commit: '2026-11-21-a4335ae', rows: [business, product, collected] },
  { commit: '2026-11-21-eda2485', rows: [business, versions, unagreed, collected] },
  { commit: '2026-11-22-d7fbf54', rows: [business, versions, unagreed, offered, collected] },
  { commit: '2026-11-22-8520e86', rows: [business, versions, agreed, offered, collected] },
  { commit: '2026-11-22-56d8af2', rows: [business, versions, agreed, offered, written, collected] },
]

const dumped = (commit: string) => gunzipSync(readFileSync(join(import.meta.dirname, `schemas/${commit}.sql.gz`)))

/** Puts an old database in the place of whatever a database holds. */
export async function restore({ query }: Database, { commit, rows }: OldBase): Promise<void> {
  await query('drop schema public, sandbox, drizzle cascade; create schema public; drop extension if exists pg_trgm')
  await query([dumped(commit).toString(), ...rows].join(';\n'))
}
