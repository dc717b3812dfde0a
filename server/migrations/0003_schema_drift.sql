-- Until here migrations were edited after they had shipped: what an installation has depends on the day it was made. This
-- adds what it lacks, keeping its rows, and changes nothing where nothing is lacking. Tables first, as they are today.
CREATE TABLE IF NOT EXISTS "recovery_codes" (
	"staff_id" text collate "C" NOT NULL,
	"hash" text NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	CONSTRAINT "recovery_codes_staff_id_hash_pk" PRIMARY KEY("staff_id","hash")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "two_factor" (
	"staff_id" text collate "C" PRIMARY KEY NOT NULL,
	"secret" text,
	"since" timestamp (3) with time zone,
	"last_period" bigint DEFAULT 0 NOT NULL,
	"begun" text,
	"begun_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "approvals" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"batch_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"command" text NOT NULL,
	"count" integer NOT NULL,
	"eligible" integer NOT NULL,
	"amount_minor" bigint,
	"currency" text,
	"reason" text,
	"maker_id" text collate "C" NOT NULL,
	"maker_unit_path" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"checker_id" text collate "C",
	"decided_at" timestamp (3) with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "card_changes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"loan_id" text collate "C" NOT NULL,
	"old_card_id" text collate "C",
	"new_card_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"similarity_ppm" integer NOT NULL,
	"reason" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"maker_unit_path" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"checker_id" text collate "C",
	"audited_at" timestamp (3) with time zone,
	"note" text,
	"collector_id" text collate "C",
	"group_id" text collate "C",
	"agency_id" text collate "C"
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "case_transfers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"case_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"run_id" text collate "C",
	"reason" text,
	"from_collector_id" text collate "C",
	"from_group_id" text collate "C",
	"from_agency_id" text collate "C",
	"from_unit_path" text collate "C" NOT NULL,
	"from_allocated_at" timestamp (3) with time zone,
	"to_collector_id" text collate "C" NOT NULL,
	"to_group_id" text collate "C",
	"to_agency_id" text collate "C" NOT NULL,
	"to_unit_path" text collate "C" NOT NULL,
	"operator_id" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"case_version" integer NOT NULL,
	"undone_by_id" text collate "C",
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "coupon_templates" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"amount_type" text NOT NULL,
	"discount_type" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint,
	"rate_ppm" integer,
	"ratio_ppm" integer,
	"applicable_minor" bigint NOT NULL,
	"valid_days" integer NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "coupons" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"template_id" text collate "C" NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"got_at" timestamp (3) with time zone NOT NULL,
	"expires_on" date NOT NULL,
	"loan_id" text collate "C",
	"link_id" text collate "C",
	"discount_minor" bigint,
	"used_at" timestamp (3) with time zone,
	"issuer_id" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exports" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"listing" text NOT NULL,
	"input" jsonb NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"count" integer NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "export_parts" (
	"export_id" text collate "C" NOT NULL,
	"seq" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "export_parts_export_id_seq_pk" PRIMARY KEY("export_id","seq"),
	CONSTRAINT "export_parts_export_id_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "extensions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"child_id" text collate "C",
	"times" integer NOT NULL,
	"times_max" integer NOT NULL,
	"old_due" date NOT NULL,
	"new_due" date NOT NULL,
	"days" integer NOT NULL,
	"currency" text NOT NULL,
	"penalty_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"interest_minor" bigint NOT NULL,
	"extension_fee_minor" bigint NOT NULL,
	"commission_minor" bigint NOT NULL,
	"total_minor" bigint NOT NULL,
	"source" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"maker_unit_path" text collate "C" NOT NULL,
	"quoted_at" timestamp (3) with time zone NOT NULL,
	"valid_until" date NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"payment_id" text collate "C",
	"collector_id" text collate "C",
	"group_id" text collate "C",
	"agency_id" text collate "C"
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"call" jsonb NOT NULL,
	"count" integer NOT NULL,
	"names" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "pins" (
	"staff_id" text collate "C" NOT NULL,
	"command" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pins_staff_id_command_pk" PRIMARY KEY("staff_id","command")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "job_progress" (
	"job_id" text collate "C" PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone,
	"running" bigint,
	"alive_at" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone,
	"last_run" text,
	"success" integer DEFAULT 0 NOT NULL,
	"fail" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "jobs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"name" text,
	"job_class" text NOT NULL,
	"cycle" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "job_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"trigger" text NOT NULL,
	"started_by" text NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "key_settings" (
	"staff_id" text collate "C" PRIMARY KEY NOT NULL,
	"keys" jsonb NOT NULL,
	"bare" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "loan_decisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"outcome" text NOT NULL,
	"code" text,
	"remark" text,
	"decided_by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"trace" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "macros" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"unit_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"shared" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "merchants" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"name" text NOT NULL,
	"state" text DEFAULT 'enabled' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "messages" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"plan_id" text collate "C",
	"link_id" text collate "C",
	"template" text NOT NULL,
	"state" text NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"reminds" date,
	"made_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "payment_links" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"extension_id" text,
	"url" text,
	"state" text NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "payment_reversals" (
	"payment_id" text collate "C" PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"contra_id" text collate "C",
	CONSTRAINT "payment_reversals_contra_id_unique" UNIQUE("contra_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "penalty_corrections" (
	"plan_id" text collate "C" NOT NULL,
	"date" date NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "penalty_corrections_plan_id_date_payment_id_pk" PRIMARY KEY("plan_id","date","payment_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "product_terms" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"part" text NOT NULL,
	"value" jsonb NOT NULL,
	"apr_ppm" bigint,
	"effective_from" date NOT NULL,
	"state" text NOT NULL,
	"maker_id" text collate "C",
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"checked_by" text,
	"decided_at" timestamp (3) with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "proof_images" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"proof_id" text collate "C",
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"digest" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"uploaded_by_id" text collate "C" NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "proofs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"loan_id" text collate "C" NOT NULL,
	"plan_id" text collate "C",
	"state" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_on" date NOT NULL,
	"channel" text NOT NULL,
	"bank_code" text NOT NULL,
	"utr" text NOT NULL,
	"upi" text NOT NULL,
	"source" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"maker_unit_path" text collate "C" NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"duplicate_of" text collate "C",
	"handler_id" text collate "C",
	"handled_at" timestamp (3) with time zone,
	"reason" text,
	"write_off_id" text collate "C"
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "sandbox"."links" (
	"link_id" text PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"loan_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"callback_url" text NOT NULL,
	"script" jsonb NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "links_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "sandbox"."messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"to_number" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "spent_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "personal_settings" (
	"staff_id" text collate "C" PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "statement_lines" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"statement_id" text collate "C" NOT NULL,
	"line" integer NOT NULL,
	"booked_on" date NOT NULL,
	"utr" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"bank" text,
	"outcome" text NOT NULL,
	"loan_id" text collate "C",
	"proof_id" text collate "C",
	"payment_id" text collate "C",
	"note" text
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "statements" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"read_by" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "tele_verifications" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"calls" integer NOT NULL,
	"caller_id" text collate "C" NOT NULL,
	"called_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	CONSTRAINT "tele_verifications_loan_id_unique" UNIQUE("loan_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "view_openings" (
	"owner_id" text collate "C" NOT NULL,
	"audience" text NOT NULL,
	"listing" text NOT NULL,
	"view" text collate "C" NOT NULL,
	CONSTRAINT "view_openings_owner_id_audience_listing_pk" PRIMARY KEY("owner_id","audience","listing")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "views" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"listing" text NOT NULL,
	"audience" text NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"title" text NOT NULL,
	"query" text NOT NULL,
	"layout" jsonb NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "write_offs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"type" text NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"repayable_minor" bigint NOT NULL,
	"extension_minor" bigint,
	"amount_minor" bigint NOT NULL,
	"loss_minor" bigint,
	"channel" text,
	"bank_code" text,
	"utr" text collate "C",
	"upi" text,
	"repaid_on" date,
	"reason" text,
	"blacklist" boolean DEFAULT false NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"maker_unit_path" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"checker_id" text collate "C",
	"audited_at" timestamp (3) with time zone,
	"note" text,
	"effective_at" timestamp (3) with time zone,
	"result_state" smallint,
	"child_id" text collate "C",
	"payment_id" text collate "C",
	"sheet" text collate "C",
	"line" integer
);
--> statement-breakpoint
-- columns that came to tables which were there already
alter table batches add column if not exists checker_id text collate "C";
--> statement-breakpoint
alter table loans add column if not exists resubmits integer default 0 not null;
--> statement-breakpoint
alter table payments
  add column if not exists payment_no text,
  add column if not exists link_id text collate "C",
  add column if not exists bank_code text,
  add column if not exists extension_minor bigint default 0 not null,
  add column if not exists unapplied_minor bigint default 0 not null,
  add column if not exists cost_minor bigint default 0 not null,
  add column if not exists failure text;
--> statement-breakpoint
alter table products
  add column if not exists merchant_id text collate "C",
  add column if not exists app text,
  add column if not exists rank integer default 0 not null,
  add column if not exists icon text;
--> statement-breakpoint
alter table product_terms
  add column if not exists state text,
  add column if not exists maker_id text collate "C",
  add column if not exists checked_by text,
  add column if not exists decided_at timestamp (3) with time zone,
  add column if not exists note text;
--> statement-breakpoint
alter table sessions add column if not exists proven_at timestamp (3) with time zone;
--> statement-breakpoint
alter table sign_in_attempts add column if not exists address text;
--> statement-breakpoint
-- terms counted at once before a second person had to agree
update product_terms set state = 'passed' where state is null;
--> statement-breakpoint
alter table product_terms alter column state set not null;
--> statement-breakpoint
-- a product had one amount and one set of terms: they become the first version of each part of its terms, one level for
-- everybody and one tenure. What they cost a year is reckoned when they are changed next. Its version stays what it was
do $$
begin
  if exists (
    select from information_schema.columns
      where table_schema = 'public' and table_name = 'products' and column_name = 'terms'
  ) then
    alter table products disable trigger user;
    update products set app = coalesce((select app from loans where product_id = products.id limit 1), 'Lendline')
      where app is null;
    insert into product_terms (product_id, part, value, effective_from, state, made_by, made_at)
      select p.id, part, value, p.created_at::date, 'passed', coalesce(p.changed_by, '–'), p.created_at
        from products p cross join lateral (values
          (1, 'quota', jsonb_build_array(p.terms - 'penalty' - 'extension' || jsonb_build_object(
            'level', 1, 'minMinor', p.amount_minor, 'maxMinor', p.amount_minor, 'stepMinor', p.amount_minor,
            'baseLimitMinor', p.amount_minor, 'limitStepMinor', 0, 'maxLimitMinor', p.amount_minor,
            'tenureDays', jsonb_build_array(p.terms -> 'tenureDays')))),
          (2, 'penalty', p.terms -> 'penalty'),
          (3, 'extension', p.terms -> 'extension')) as parts (n, part, value)
        order by p.id, n;
    alter table products drop column amount_minor, drop column terms;
    alter table products enable trigger user;
  end if;
end $$;
--> statement-breakpoint
alter table products alter column app set not null;
--> statement-breakpoint
-- whose the open case of an order is stands beside it and what belongs to it: filled in as `tell_holder` would have, which
-- counts no version up
do $$
declare
  about regclass;
begin
  foreach about in array array['loans', 'plans', 'payments', 'extensions', 'card_changes']::regclass[] loop
    if not exists (select from pg_attribute where attrelid = about and attname = 'agency_id' and not attisdropped) then
      execute format('alter table %s disable trigger user', about);
      execute format('alter table %s add column collector_id text collate "C", add column group_id text collate "C",
        add column agency_id text collate "C"', about);
      execute format('update %s as t
        set collector_id = cases.collector_id, group_id = cases.group_id, agency_id = cases.agency_id
        from cases where cases.loan_id = t.%I and cases.state <> ''closed'' and cases.agency_id is not null',
        about, case about when 'loans'::regclass then 'id' else 'loan_id' end);
      execute format('alter table %s enable trigger user', about);
    end if;
  end loop;
  if not exists (
    select from pg_attribute where attrelid = 'customers'::regclass and attname = 'held' and not attisdropped
  ) then
    alter table customers disable trigger user;
    alter table customers add column held boolean default false not null;
    update customers set held = true
      where exists (select from loans where customer_id = customers.id and agency_id is not null);
    alter table customers enable trigger user;
  end if;
end $$;
--> statement-breakpoint
-- reminders were written on the day an order was paid out, without words. Now they are written on the day they leave, to
-- everybody alike: those that wait are not sent any more
update messages set text = '', state = case state when 'scheduled' then 'dropped' else state end where text is null;
--> statement-breakpoint
alter table messages alter column text set not null;
--> statement-breakpoint
-- a task that nobody has edited is called by the words of its class, in each reader's language
do $$
begin
  if (select attnotnull from pg_attribute where attrelid = 'jobs'::regclass and attname = 'name') then
    alter table jobs alter column name drop not null;
    alter table jobs disable trigger user;
    update jobs set name = null where id = job_class and version = 1;
    alter table jobs enable trigger user;
  end if;
end $$;
--> statement-breakpoint
-- indexes that once were others of the same name
do $$
declare
  stale regclass;
begin
  for stale in
    select to_regclass('public.' || name) from (values
      ('audit_at', 'audit USING btree (at, id)'),
      ('audit_actor', 'audit USING btree (actor_id, at)'),
      ('audit_object', 'audit USING btree (noun, object_id, at)'),
      ('audit_command', 'audit USING btree (command, at)'),
      ('batches_created', 'batches USING btree (created_at, id)'),
      ('cases_opened', 'cases USING btree (opened_at, id) WHERE (state <> ''closed''::text)'),
      ('cases_collector', 'cases USING btree (collector_id, opened_at, id) WHERE (state <> ''closed''::text)'),
      ('cases_promised', 'cases USING btree (promised_for, opened_at, id) WHERE (state <> ''closed''::text)'),
      ('cases_untouched', 'cases USING btree (opened_at, id) WHERE ((state <> ''closed''::text) AND '
        || '((last_contact_at IS NOT NULL) IS NOT TRUE))'),
      ('coupons_template', 'coupons USING btree (template_id, state, loan_id, discount_minor)'),
      ('customers_registered', 'customers USING btree (registered_at, id)'),
      ('imports_maker', 'imports USING btree (maker_id, created_at)'),
      ('loans_applied', 'loans USING btree (applied_at, id)'),
      ('loans_state', 'loans USING btree (state, applied_at, id)'),
      ('loans_failed', 'loans USING btree (failed_at, id) WHERE (state = 31)'),
      ('loans_due', 'loans USING btree (due_date, id)'),
      ('loans_reviewer', 'loans USING btree (reviewer_id, kind) WHERE (reviewer_id IS NOT NULL)'),
      ('payments_created', 'payments USING btree (created_at, id)'),
      ('payouts_paying', 'payouts USING btree (id) WHERE (state = ''paying''::text)'),
      ('plans_due', 'plans USING btree (due_date, id)'),
      ('plans_settled', 'plans USING btree (settled_at DESC NULLS LAST, id DESC)'),
      ('reductions_requested', 'reductions USING btree (requested_at, id)'),
      ('reductions_state', 'reductions USING btree (state, requested_at, id)'),
      ('tickets_created', 'tickets USING btree (desk, created_at, id)')
    ) as today (name, definition)
    where pg_get_indexdef(to_regclass('public.' || name)) <> format('CREATE INDEX %s ON public.%s', name, definition)
  loop
    execute format('drop index %s', stale);
  end loop;
end $$;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_at" ON "audit" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_refused" ON "audit" USING btree ("at","id") WHERE outcome <> 'done';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_actor" ON "audit" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_object" ON "audit" USING btree ("noun","object_id","at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_command" ON "audit" USING btree ("command","at");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "approvals_batch" ON "approvals" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "approvals_requested" ON "approvals" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "approvals_pending" ON "approvals" USING btree ("valid_until") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "approvals_maker" ON "approvals" USING btree ("maker_id","requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "batches_created" ON "batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "card_changes_one_open" ON "card_changes" USING btree ("loan_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_changes_requested" ON "card_changes" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_changes_held" ON "card_changes" USING btree ("requested_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_changes_loan" ON "card_changes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "case_transfers_made" ON "case_transfers" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "case_transfers_to" ON "case_transfers" USING btree ("to_collector_id","at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "case_transfers_loan" ON "case_transfers" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_opened" ON "cases" USING btree ("opened_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_collector" ON "cases" USING btree ("collector_id","opened_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_own_follow_up" ON "cases" USING btree ("collector_id","follow_up_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_promised" ON "cases" USING btree ("promised_for","opened_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_allocating" ON "cases" USING btree ("opened_at","id") WHERE state = 'allocating';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_untouched" ON "cases" USING btree ("opened_at","id") WHERE state <> 'closed' and (last_contact_at is not null) is not true;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupon_templates_created" ON "coupon_templates" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "coupons_one_held" ON "coupons" USING btree ("loan_id") WHERE state = 'locked' and link_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupons_got" ON "coupons" USING btree ("got_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupons_template" ON "coupons" USING btree ("template_id","state","loan_id","discount_minor");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupons_customer" ON "coupons" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupons_expiring" ON "coupons" USING btree ("expires_on","id") WHERE state = 'unused';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupons_held" ON "coupons" USING btree ("loan_id") WHERE state = 'locked';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customers_registered" ON "customers" USING btree ("registered_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customers_blacklisted" ON "customers" USING btree ("registered_at","id") WHERE blacklisted;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customers_barred" ON "customers" USING btree ("registered_at","id") WHERE state <> 'enabled';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customers_held" ON "customers" USING btree ("registered_at","id") WHERE held;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customers_department" ON "customers" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exports_staff" ON "exports" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exports_expire" ON "exports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "extensions_one_open" ON "extensions" USING btree ("loan_id") WHERE state in ('quoted', 'paying');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "extensions_quoted" ON "extensions" USING btree ("quoted_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "extensions_held" ON "extensions" USING btree ("quoted_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "extensions_loan" ON "extensions" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "history_staff" ON "history" USING btree ("staff_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "imports_maker" ON "imports" USING btree ("maker_id","created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "job_runs_job" ON "job_runs" USING btree ("job_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "job_runs_queued" ON "job_runs" USING btree ("id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loan_decisions_loan" ON "loan_decisions" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_applied" ON "loans" USING btree ("applied_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_state" ON "loans" USING btree ("state","applied_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_waiting" ON "loans" USING btree ("applied_at","id") WHERE state in (20, 22, 26);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_troubled" ON "loans" USING btree ("applied_at","id") WHERE state in (31, 50);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_failed" ON "loans" USING btree ("failed_at","id") WHERE state = 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_failed_last" ON "loans" USING btree ("failed_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"failure_code") WHERE state = 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_failed_received" ON "loans" USING btree ("received_minor","id","failed_at") WHERE state = 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_failed_attempts" ON "loans" USING btree ("attempts","id","failed_at") WHERE state = 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_due" ON "loans" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_state_due" ON "loans" USING btree ("state","due_date","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_disbursed" ON "loans" USING btree ("disbursed_at","id") WHERE disbursed_at is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_closed" ON "loans" USING btree ("closed_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE disbursed_at is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_department" ON "loans" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_reviewer" ON "loans" USING btree ("reviewer_id","kind") WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_reviewer_code" ON "loans" USING btree ("reviewer_id","state") WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_reviewed" ON "loans" USING btree ("reviewer_id","disbursed_at","id") WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_reviewed_due" ON "loans" USING btree ("reviewer_id","due_date","id") WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_reviewed_closed" ON "loans" USING btree ("reviewer_id","closed_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_to_review" ON "loans" USING btree ("applied_at","id","reviewer_id") WHERE reviewer_id is not null or state = 22;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_held" ON "loans" USING btree ("disbursed_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_held_applied" ON "loans" USING btree ("applied_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_held_due" ON "loans" USING btree ("due_date","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_held_kind" ON "loans" USING btree ("kind","disbursed_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_held_customer" ON "loans" USING btree ("customer_id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_collector" ON "loans" USING btree ("collector_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_group" ON "loans" USING btree ("group_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "loans_agency" ON "loans" USING btree ("agency_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "macros_name" ON "macros" USING btree ("staff_id","name");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "macros_unit" ON "macros" USING btree ("unit_id") WHERE shared;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "messages_loan" ON "messages" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "messages_scheduled" ON "messages" USING btree ("send_at","id") WHERE state = 'scheduled';--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "messages_reminded" ON "messages" USING btree ("customer_id","reminds") WHERE reminds is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_links_loan" ON "payment_links" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_links_open" ON "payment_links" USING btree ("expires_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_created" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_state" ON "payments" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_completed" ON "payments" USING btree ("completed_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_amount" ON "payments" USING btree ("amount_minor","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_held" ON "payments" USING btree ("created_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_held_state" ON "payments" USING btree ("state","created_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_held_completed" ON "payments" USING btree ("completed_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_collector" ON "payments" USING btree ("collector_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_paying" ON "payments" USING btree ("id") WHERE state = 'paying';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_unapplied" ON "payments" USING btree ("created_at","id") WHERE unapplied_minor > 0;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_utr_any" ON "payments" USING btree ("utr") WHERE utr is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_reversals_state" ON "payment_reversals" USING btree ("state");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payouts_utr" ON "payouts" USING btree ("utr") WHERE utr is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payouts_requested" ON "payouts" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payouts_paying" ON "payouts" USING btree ("id") WHERE state = 'paying';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "plans_due" ON "plans" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "plans_settled" ON "plans" USING btree ("settled_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "plans_held" ON "plans" USING btree ("due_date","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "plans_held_settled" ON "plans" USING btree ("settled_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "plans_collector" ON "plans" USING btree ("collector_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "product_terms_in_force" ON "product_terms" USING btree ("product_id","part","effective_from" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "product_terms_waiting" ON "product_terms" USING btree ("product_id","part") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proof_images_proof" ON "proof_images" USING btree ("proof_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proof_images_digest" ON "proof_images" USING btree ("digest");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proof_images_loose" ON "proof_images" USING btree ("uploaded_at") WHERE proof_id is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proofs_submitted" ON "proofs" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proofs_state" ON "proofs" USING btree ("state","submitted_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proofs_maker" ON "proofs" USING btree ("maker_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proofs_loan" ON "proofs" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proofs_utr" ON "proofs" USING btree ("utr");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proofs_write_off" ON "proofs" USING btree ("write_off_id") WHERE write_off_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "reductions_requested" ON "reductions" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "reductions_state" ON "reductions" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "reductions_pending" ON "reductions" USING btree ("amount_minor","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "reductions_maker" ON "reductions" USING btree ("maker_id","requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "reductions_used" ON "reductions" USING btree ("audited_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE fate = 'used';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "reductions_lapsing" ON "reductions" USING btree ("valid_until","id") WHERE fate = 'inForce';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sign_in_attempts_address" ON "sign_in_attempts" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "statement_lines_place" ON "statement_lines" USING btree ("statement_id","line");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "statement_lines_utr" ON "statement_lines" USING btree ("utr");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "statement_lines_proof" ON "statement_lines" USING btree ("proof_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "statements_read" ON "statements" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "tele_verifications_verified" ON "tele_verifications" USING btree ("verified_at","loan_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "tickets_created" ON "tickets" USING btree ("desk","created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "tickets_loan" ON "tickets" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "tickets_customer" ON "tickets" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "tickets_open" ON "tickets" USING btree ("desk","sla_due_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "views_title" ON "views" USING btree ("listing","audience","owner_id","title");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "views_owner" ON "views" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "write_offs_one_open" ON "write_offs" USING btree ("loan_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "write_offs_requested" ON "write_offs" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "write_offs_state" ON "write_offs" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "write_offs_maker" ON "write_offs" USING btree ("maker_id","requested_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "write_offs_losses" ON "write_offs" USING btree ("loss_minor" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE state = 'passed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "write_offs_loan" ON "write_offs" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "write_offs_sheet" ON "write_offs" USING btree ("sheet") WHERE sheet is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "write_offs_utr" ON "write_offs" USING btree ("utr") WHERE utr is not null;
--> statement-breakpoint
-- whose a case is stands beside its order, that order's plans and offers, and that it is somebody's beside the customer:
-- lists of a million go by it in orders of their own
create or replace function tell_holder() returns trigger language plpgsql as $$
declare
  holder cases%rowtype;
  about text;
begin
  if new.state <> 'closed' then
    holder := new;
  end if;
  update loans set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id)
    returning customer_id into about;
  if not found then
    return null;
  end if;
  update plans set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where loan_id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id);
  update payments set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where loan_id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id);
  update extensions set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where loan_id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id);
  update card_changes set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where loan_id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id);
  update customers set held = not held
    where id = about
      and held is distinct from exists (select from loans where customer_id = about and agency_id is not null);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger cases_given after insert on cases for each row
  when (new.agency_id is not null and new.state <> 'closed') execute function tell_holder();
--> statement-breakpoint
create or replace trigger cases_held after update of state, collector_id, group_id, agency_id on cases for each row
  when (old.state <> 'closed') execute function tell_holder();
--> statement-breakpoint
-- triggers of a noun are made from its declaration from here on, and named after its table: those of other names go.
-- Nobody was told of imports
drop trigger if exists casetransfers_version on case_transfers;
--> statement-breakpoint
drop trigger if exists casetransfers_inserted on case_transfers;
--> statement-breakpoint
drop trigger if exists casetransfers_updated on case_transfers;
--> statement-breakpoint
drop trigger if exists cardchanges_version on card_changes;
--> statement-breakpoint
drop trigger if exists cardchanges_inserted on card_changes;
--> statement-breakpoint
drop trigger if exists cardchanges_updated on card_changes;
--> statement-breakpoint
drop trigger if exists writeoffs_version on write_offs;
--> statement-breakpoint
drop trigger if exists writeoffs_inserted on write_offs;
--> statement-breakpoint
drop trigger if exists writeoffs_updated on write_offs;
--> statement-breakpoint
drop trigger if exists coupontemplates_version on coupon_templates;
--> statement-breakpoint
drop trigger if exists coupontemplates_inserted on coupon_templates;
--> statement-breakpoint
drop trigger if exists coupontemplates_updated on coupon_templates;
--> statement-breakpoint
drop trigger if exists imports_inserted on imports;
--> statement-breakpoint
drop trigger if exists imports_updated on imports;
--> statement-breakpoint
-- what is known of columns together. All bases but those of the last day lack some of it: they learn it at once, as
-- nothing else makes them look at rows that do not change
do $$
begin
  if not exists (select from pg_statistic_ext where stxname = 'cases_stage') then
    drop statistics if exists cases_state;
    create statistics cases_state (mcv) on state, unit_path from cases;
    create statistics cases_stage (mcv) on state, stage, unit_path from cases;
    create statistics if not exists loans_reviewer_state (mcv) on reviewer_id, state from loans;
    alter statistics loans_reviewer_state set statistics 200;
    create statistics if not exists loans_group_state (mcv) on agency_id, group_id, state from loans;
    create statistics if not exists loans_collector_state (mcv) on agency_id, collector_id, state from loans;
    alter statistics loans_collector_state set statistics 200;
    create statistics if not exists plans_group_state (mcv) on agency_id, group_id, state from plans;
    create statistics if not exists plans_collector_state (mcv) on agency_id, collector_id, state from plans;
    alter statistics plans_collector_state set statistics 200;
    alter table loans alter column terms set statistics 0;
    alter table loan_decisions alter column trace set statistics 0;
    analyze cases, customers, loans, plans, payments, extensions, card_changes;
  end if;
end $$;
