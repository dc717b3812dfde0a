CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"unit_path" text NOT NULL,
	"roles" text[] NOT NULL,
	"ip" text,
	"page" text,
	"command" text NOT NULL,
	"risk" text NOT NULL,
	"noun" text,
	"object_id" text,
	"input" jsonb,
	"before" jsonb,
	"after" jsonb,
	"outcome" text NOT NULL,
	"fault" text,
	"reason" text,
	"request_id" text NOT NULL,
	"batch_id" text,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"key" text NOT NULL,
	"actor_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"error" text,
	"at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_seals_audit_id_unique" UNIQUE("audit_id")
);
--> statement-breakpoint
CREATE TABLE "sealed_values" (
	"token" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"value" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"staff_id" text collate "C" NOT NULL,
	"hash" text NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	CONSTRAINT "recovery_codes_staff_id_hash_pk" PRIMARY KEY("staff_id","hash")
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"staff_id" text collate "C" PRIMARY KEY NOT NULL,
	"secret" text,
	"since" timestamp (3) with time zone,
	"last_period" bigint DEFAULT 0 NOT NULL,
	"begun" text,
	"begun_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "approvals" (
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
CREATE TABLE "batch_items" (
	"batch_id" text collate "C" NOT NULL,
	"seq" integer NOT NULL,
	"row_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"fault" text,
	"values" jsonb,
	"amount_minor" bigint,
	"at" timestamp (3) with time zone,
	CONSTRAINT "batch_items_batch_id_seq_pk" PRIMARY KEY("batch_id","seq")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"command" text NOT NULL,
	"listing" text NOT NULL,
	"query" text,
	"args" jsonb NOT NULL,
	"state" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"maker_name" text NOT NULL,
	"unit_path" text collate "C" NOT NULL,
	"checker_id" text collate "C",
	"parent_id" text collate "C",
	"count" integer NOT NULL,
	"success" integer DEFAULT 0 NOT NULL,
	"fail" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "card_changes" (
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
CREATE TABLE "cards" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"customer_id" text collate "C" NOT NULL,
	"holder" text NOT NULL,
	"bank" text NOT NULL,
	"ifsc" text,
	"account" text NOT NULL,
	"account_tail" text NOT NULL,
	"account_index" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"similarity_ppm" integer NOT NULL,
	"bound_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "case_transfers" (
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
CREATE TABLE "cases" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"loan_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"stage" text NOT NULL,
	"collector_id" text collate "C",
	"group_id" text collate "C",
	"agency_id" text collate "C",
	"unit_path" text collate "C" NOT NULL,
	"promised_for" date,
	"follow_up_at" timestamp (3) with time zone,
	"last_result" smallint,
	"last_contact_at" timestamp (3) with time zone,
	"hold" text,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"allocated_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"close_reason" text
);
--> statement-breakpoint
CREATE TABLE "coupon_templates" (
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
CREATE TABLE "coupons" (
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
CREATE TABLE "customers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"department_id" text collate "C" NOT NULL,
	"name" text,
	"phone" text collate "C",
	"email" text,
	"birth_date" date,
	"sex" text,
	"education" text,
	"profession" text,
	"employment" text,
	"income_minor" bigint,
	"address" text,
	"pan" text,
	"pan_tail" text,
	"pan_index" text collate "C",
	"aadhaar" text,
	"aadhaar_tail" text,
	"aadhaar_index" text collate "C",
	"app" text NOT NULL,
	"channel" text NOT NULL,
	"kind" text DEFAULT 'new' NOT NULL,
	"state" text DEFAULT 'enabled' NOT NULL,
	"blacklisted" boolean DEFAULT false NOT NULL,
	"loans_done" integer DEFAULT 0 NOT NULL,
	"limit_minor" bigint,
	"currency" text NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"external_id" text collate "C",
	CONSTRAINT "customers_external_id_unique" UNIQUE("external_id")
);
--> statement-breakpoint
CREATE TABLE "export_parts" (
	"export_id" text collate "C" NOT NULL,
	"seq" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "export_parts_export_id_seq_pk" PRIMARY KEY("export_id","seq")
);
--> statement-breakpoint
CREATE TABLE "exports" (
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
CREATE TABLE "extensions" (
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
CREATE TABLE "history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"call" jsonb NOT NULL,
	"count" integer NOT NULL,
	"names" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"staff_id" text collate "C" NOT NULL,
	"command" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pins_staff_id_command_pk" PRIMARY KEY("staff_id","command")
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"import_id" text collate "C" NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"field" text NOT NULL,
	"fault" text NOT NULL,
	"got" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"maker_name" text NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"loaded" integer DEFAULT 0 NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"fault" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_progress" (
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
CREATE TABLE "jobs" (
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
CREATE TABLE "job_runs" (
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
CREATE TABLE "key_settings" (
	"staff_id" text collate "C" PRIMARY KEY NOT NULL,
	"keys" jsonb NOT NULL,
	"bare" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_decisions" (
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
CREATE TABLE "loans" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"customer_id" text collate "C" NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"state" smallint NOT NULL,
	"came_from" smallint,
	"kind" text DEFAULT 'regular' NOT NULL,
	"parent_id" text collate "C",
	"ordinal" integer NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"received_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"gst_minor" bigint NOT NULL,
	"interest_minor" bigint NOT NULL,
	"terms" jsonb NOT NULL,
	"app" text NOT NULL,
	"channel" text NOT NULL,
	"card_id" text collate "C",
	"reviewer_id" text collate "C",
	"collector_id" text collate "C",
	"group_id" text collate "C",
	"agency_id" text collate "C",
	"denied_code" text,
	"over_quota" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"resubmits" integer DEFAULT 0 NOT NULL,
	"failure_code" text,
	"failure_text" text,
	"failed_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"disbursed_at" timestamp (3) with time zone,
	"due_date" date,
	"closed_at" timestamp (3) with time zone,
	"external_id" text collate "C",
	CONSTRAINT "loans_external_id_unique" UNIQUE("external_id")
);
--> statement-breakpoint
CREATE TABLE "loan_states" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"from_state" smallint,
	"to_state" smallint NOT NULL,
	"event" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "macros" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"unit_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"shared" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"name" text NOT NULL,
	"state" text DEFAULT 'enabled' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
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
CREATE TABLE "parameters" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"value" jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"payment_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"paid_penalty" bigint DEFAULT 0 NOT NULL,
	"paid_fee" bigint DEFAULT 0 NOT NULL,
	"paid_interest" bigint DEFAULT 0 NOT NULL,
	"paid_principal" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "allocations_payment_id_plan_id_pk" PRIMARY KEY("payment_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
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
CREATE TABLE "payments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"loan_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"platform_ref" text,
	"payment_no" text,
	"link_id" text collate "C",
	"utr" text,
	"upi" text,
	"bank_code" text,
	"extension_minor" bigint DEFAULT 0 NOT NULL,
	"unapplied_minor" bigint DEFAULT 0 NOT NULL,
	"cost_minor" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"operator" text,
	"failure" text,
	"collector_id" text collate "C",
	"group_id" text collate "C",
	"agency_id" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "payment_reversals" (
	"payment_id" text collate "C" PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"contra_id" text collate "C",
	CONSTRAINT "payment_reversals_contra_id_unique" UNIQUE("contra_id")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"loan_id" text collate "C" NOT NULL,
	"attempt" integer NOT NULL,
	"card_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"channel_ref" text,
	"utr" text,
	"failure_code" text,
	"failure_text" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "losses" (
	"plan_id" text collate "C" PRIMARY KEY NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"lost_penalty" bigint DEFAULT 0 NOT NULL,
	"lost_fee" bigint DEFAULT 0 NOT NULL,
	"lost_interest" bigint DEFAULT 0 NOT NULL,
	"lost_principal" bigint DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "penalty_corrections" (
	"plan_id" text collate "C" NOT NULL,
	"date" date NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "penalty_corrections_plan_id_date_payment_id_pk" PRIMARY KEY("plan_id","date","payment_id")
);
--> statement-breakpoint
CREATE TABLE "penalties" (
	"plan_id" text collate "C" NOT NULL,
	"date" date NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "penalties_plan_id_date_pk" PRIMARY KEY("plan_id","date")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"loan_id" text collate "C" NOT NULL,
	"serial" integer NOT NULL,
	"periods" integer NOT NULL,
	"currency" text NOT NULL,
	"due_date" date NOT NULL,
	"charged_penalty" bigint DEFAULT 0 NOT NULL,
	"charged_fee" bigint DEFAULT 0 NOT NULL,
	"charged_interest" bigint DEFAULT 0 NOT NULL,
	"charged_principal" bigint DEFAULT 0 NOT NULL,
	"paid_penalty" bigint DEFAULT 0 NOT NULL,
	"paid_fee" bigint DEFAULT 0 NOT NULL,
	"paid_interest" bigint DEFAULT 0 NOT NULL,
	"paid_principal" bigint DEFAULT 0 NOT NULL,
	"reduced_penalty" bigint DEFAULT 0 NOT NULL,
	"reduced_fee" bigint DEFAULT 0 NOT NULL,
	"reduced_interest" bigint DEFAULT 0 NOT NULL,
	"reduced_principal" bigint DEFAULT 0 NOT NULL,
	"discounted_penalty" bigint DEFAULT 0 NOT NULL,
	"discounted_fee" bigint DEFAULT 0 NOT NULL,
	"discounted_interest" bigint DEFAULT 0 NOT NULL,
	"discounted_principal" bigint DEFAULT 0 NOT NULL,
	"lost_penalty" bigint DEFAULT 0 NOT NULL,
	"lost_fee" bigint DEFAULT 0 NOT NULL,
	"lost_interest" bigint DEFAULT 0 NOT NULL,
	"lost_principal" bigint DEFAULT 0 NOT NULL,
	"owed_minor" bigint GENERATED ALWAYS AS (charged_penalty + charged_fee + charged_interest + charged_principal
          - paid_penalty - paid_fee - paid_interest - paid_principal
          - reduced_penalty - reduced_fee - reduced_interest - reduced_principal
          - discounted_penalty - discounted_fee - discounted_interest - discounted_principal
          - lost_penalty - lost_fee - lost_interest - lost_principal) STORED NOT NULL,
	"state" text NOT NULL,
	"penalty_through" date,
	"reduced_at" timestamp (3) with time zone,
	"open_request" boolean DEFAULT false NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"collector_id" text collate "C",
	"group_id" text collate "C",
	"agency_id" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"name" text NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"merchant_id" text collate "C",
	"app" text NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"rank" integer DEFAULT 0 NOT NULL,
	"icon" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_terms" (
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
CREATE TABLE "proof_images" (
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
CREATE TABLE "proofs" (
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
CREATE TABLE "reductions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"plan_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"overdue_days" integer NOT NULL,
	"before_penalty" bigint DEFAULT 0 NOT NULL,
	"before_fee" bigint DEFAULT 0 NOT NULL,
	"before_interest" bigint DEFAULT 0 NOT NULL,
	"before_principal" bigint DEFAULT 0 NOT NULL,
	"relief_penalty" bigint DEFAULT 0 NOT NULL,
	"relief_fee" bigint DEFAULT 0 NOT NULL,
	"relief_interest" bigint DEFAULT 0 NOT NULL,
	"relief_principal" bigint DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"source" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"maker_unit_path" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"checker_id" text collate "C",
	"audited_at" timestamp (3) with time zone,
	"note" text,
	"valid_until" date,
	"fate" text
);
--> statement-breakpoint
CREATE TABLE "role_grants" (
	"role_id" text collate "C" NOT NULL,
	"page" text NOT NULL,
	"codes" integer NOT NULL,
	"scope" text NOT NULL,
	CONSTRAINT "role_grants_role_id_page_pk" PRIMARY KEY("role_id","page")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"name" text NOT NULL,
	"mark" text NOT NULL,
	"state" text DEFAULT 'enabled' NOT NULL,
	CONSTRAINT "roles_mark_unique" UNIQUE("mark")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."links" (
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
CREATE TABLE "sandbox"."messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"to_number" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"callback_url" text NOT NULL,
	"outcome" text NOT NULL,
	"failure_code" text,
	"calls" integer NOT NULL,
	"called" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"address" text,
	"failures" integer NOT NULL,
	"frozen_until" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"token_hash" text NOT NULL,
	"past_hash" text,
	"past_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"ip" text,
	"agent" text,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "spent_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_settings" (
	"staff_id" text collate "C" PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_passwords" (
	"staff_id" text collate "C" NOT NULL,
	"password_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"staff_id" text collate "C" NOT NULL,
	"role_id" text collate "C" NOT NULL,
	CONSTRAINT "staff_roles_staff_id_role_id_pk" PRIMARY KEY("staff_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"job_number" text,
	"email" text,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"unit_id" text collate "C" NOT NULL,
	"state" text DEFAULT 'enabled' NOT NULL,
	"language" text,
	"introduction" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	CONSTRAINT "staff_account_unique" UNIQUE("account")
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
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
CREATE TABLE "statements" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"read_by" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tele_verifications" (
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
CREATE TABLE "ticket_moves" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ticket_id" text collate "C" NOT NULL,
	"from_department_id" text collate "C" NOT NULL,
	"from_processor_id" text collate "C",
	"to_department_id" text collate "C" NOT NULL,
	"to_processor_id" text collate "C",
	"note" text,
	"by" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"desk" text NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"customer_id" text collate "C",
	"loan_id" text collate "C",
	"priority" text NOT NULL,
	"source" text NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"processor_id" text collate "C",
	"created_by_id" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"first_response_at" timestamp (3) with time zone,
	"sla_due_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"rating" integer
);
--> statement-breakpoint
CREATE TABLE "units" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" text collate "C",
	"path" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "view_openings" (
	"owner_id" text collate "C" NOT NULL,
	"audience" text NOT NULL,
	"listing" text NOT NULL,
	"view" text collate "C" NOT NULL,
	CONSTRAINT "view_openings_owner_id_audience_listing_pk" PRIMARY KEY("owner_id","audience","listing")
);
--> statement-breakpoint
CREATE TABLE "views" (
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
CREATE TABLE "write_offs" (
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
ALTER TABLE "export_parts" ADD CONSTRAINT "export_parts_export_id_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_refused" ON "audit" USING btree ("at","id") WHERE outcome <> 'done';--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_object" ON "audit" USING btree ("noun","object_id","at");--> statement-breakpoint
CREATE INDEX "audit_command" ON "audit" USING btree ("command","at");--> statement-breakpoint
CREATE INDEX "audit_batch" ON "audit" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_key" ON "idempotency" USING btree ("actor_id","endpoint","key");--> statement-breakpoint
CREATE INDEX "idempotency_at" ON "idempotency" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_topic_key" ON "outbox" USING btree ("topic","key");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "sealed_values_at" ON "sealed_values" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_batch" ON "approvals" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "approvals_requested" ON "approvals" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "approvals_pending" ON "approvals" USING btree ("valid_until") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_maker" ON "approvals" USING btree ("maker_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "batch_items_outcome" ON "batch_items" USING btree ("batch_id","outcome","seq");--> statement-breakpoint
CREATE INDEX "batches_created" ON "batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "batches_maker" ON "batches" USING btree ("maker_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_changes_one_open" ON "card_changes" USING btree ("loan_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "card_changes_requested" ON "card_changes" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "card_changes_held" ON "card_changes" USING btree ("requested_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "card_changes_loan" ON "card_changes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "cards_customer" ON "cards" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "cards_account" ON "cards" USING btree ("account_index");--> statement-breakpoint
CREATE INDEX "case_transfers_made" ON "case_transfers" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "case_transfers_to" ON "case_transfers" USING btree ("to_collector_id","at");--> statement-breakpoint
CREATE INDEX "case_transfers_loan" ON "case_transfers" USING btree ("loan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cases_one_open" ON "cases" USING btree ("loan_id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_opened" ON "cases" USING btree ("opened_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_collector" ON "cases" USING btree ("collector_id","opened_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_unit" ON "cases" USING btree ("unit_path");--> statement-breakpoint
CREATE INDEX "cases_own_follow_up" ON "cases" USING btree ("collector_id","follow_up_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_follow_up" ON "cases" USING btree ("follow_up_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_promised" ON "cases" USING btree ("promised_for","opened_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_allocating" ON "cases" USING btree ("opened_at","id") WHERE state = 'allocating';--> statement-breakpoint
CREATE INDEX "cases_untouched" ON "cases" USING btree ("opened_at","id") WHERE state <> 'closed' and (last_contact_at is not null) is not true;--> statement-breakpoint
CREATE INDEX "cases_loan" ON "cases" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "coupon_templates_created" ON "coupon_templates" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_one_held" ON "coupons" USING btree ("loan_id") WHERE state = 'locked' and link_id is not null;--> statement-breakpoint
CREATE INDEX "coupons_got" ON "coupons" USING btree ("got_at","id");--> statement-breakpoint
CREATE INDEX "coupons_template" ON "coupons" USING btree ("template_id","state","loan_id","discount_minor");--> statement-breakpoint
CREATE INDEX "coupons_customer" ON "coupons" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "coupons_expiring" ON "coupons" USING btree ("expires_on","id") WHERE state = 'unused';--> statement-breakpoint
CREATE INDEX "coupons_held" ON "coupons" USING btree ("loan_id") WHERE state = 'locked';--> statement-breakpoint
CREATE INDEX "customers_registered" ON "customers" USING btree ("registered_at","id");--> statement-breakpoint
CREATE INDEX "customers_blacklisted" ON "customers" USING btree ("registered_at","id") WHERE blacklisted;--> statement-breakpoint
CREATE INDEX "customers_barred" ON "customers" USING btree ("registered_at","id") WHERE state <> 'enabled';--> statement-breakpoint
CREATE INDEX "customers_held" ON "customers" USING btree ("registered_at","id") WHERE held;--> statement-breakpoint
CREATE INDEX "customers_department" ON "customers" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "customers_phone" ON "customers" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "customers_pan" ON "customers" USING btree ("pan_index");--> statement-breakpoint
CREATE INDEX "customers_aadhaar" ON "customers" USING btree ("aadhaar_index");--> statement-breakpoint
CREATE INDEX "customers_name" ON "customers" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "exports_staff" ON "exports" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "exports_expire" ON "exports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "extensions_one_open" ON "extensions" USING btree ("loan_id") WHERE state in ('quoted', 'paying');--> statement-breakpoint
CREATE INDEX "extensions_quoted" ON "extensions" USING btree ("quoted_at","id");--> statement-breakpoint
CREATE INDEX "extensions_held" ON "extensions" USING btree ("quoted_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "extensions_loan" ON "extensions" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "history_staff" ON "history" USING btree ("staff_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "import_problems_import" ON "import_problems" USING btree ("import_id","line");--> statement-breakpoint
CREATE INDEX "imports_maker" ON "imports" USING btree ("maker_id","created_at");--> statement-breakpoint
CREATE INDEX "job_runs_job" ON "job_runs" USING btree ("job_id","id");--> statement-breakpoint
CREATE INDEX "job_runs_queued" ON "job_runs" USING btree ("id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "loan_decisions_loan" ON "loan_decisions" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "loans_applied" ON "loans" USING btree ("applied_at","id");--> statement-breakpoint
CREATE INDEX "loans_state" ON "loans" USING btree ("state","applied_at","id");--> statement-breakpoint
CREATE INDEX "loans_waiting" ON "loans" USING btree ("applied_at","id") WHERE state in (20, 22, 26);--> statement-breakpoint
CREATE INDEX "loans_troubled" ON "loans" USING btree ("applied_at","id") WHERE state in (31, 50);--> statement-breakpoint
CREATE INDEX "loans_failed" ON "loans" USING btree ("failed_at","id") WHERE state = 31;--> statement-breakpoint
CREATE INDEX "loans_failed_last" ON "loans" USING btree ("failed_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"failure_code") WHERE state = 31;--> statement-breakpoint
CREATE INDEX "loans_failed_received" ON "loans" USING btree ("received_minor","id","failed_at") WHERE state = 31;--> statement-breakpoint
CREATE INDEX "loans_failed_attempts" ON "loans" USING btree ("attempts","id","failed_at") WHERE state = 31;--> statement-breakpoint
CREATE INDEX "loans_due" ON "loans" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX "loans_state_due" ON "loans" USING btree ("state","due_date","id");--> statement-breakpoint
CREATE INDEX "loans_disbursed" ON "loans" USING btree ("disbursed_at","id") WHERE disbursed_at is not null;--> statement-breakpoint
CREATE INDEX "loans_closed" ON "loans" USING btree ("closed_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE disbursed_at is not null;--> statement-breakpoint
CREATE INDEX "loans_amount" ON "loans" USING btree ("amount_minor","id");--> statement-breakpoint
CREATE INDEX "loans_department" ON "loans" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "loans_customer" ON "loans" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "loans_reviewer" ON "loans" USING btree ("reviewer_id","kind") WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX "loans_reviewer_code" ON "loans" USING btree ("reviewer_id","state") WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX "loans_reviewed" ON "loans" USING btree ("reviewer_id","disbursed_at","id") WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX "loans_reviewed_due" ON "loans" USING btree ("reviewer_id","due_date","id") WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX "loans_reviewed_closed" ON "loans" USING btree ("reviewer_id","closed_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE reviewer_id is not null;--> statement-breakpoint
CREATE INDEX "loans_to_review" ON "loans" USING btree ("applied_at","id","reviewer_id") WHERE reviewer_id is not null or state = 22;--> statement-breakpoint
CREATE INDEX "loans_held" ON "loans" USING btree ("disbursed_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "loans_held_applied" ON "loans" USING btree ("applied_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "loans_held_due" ON "loans" USING btree ("due_date","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "loans_held_kind" ON "loans" USING btree ("kind","disbursed_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "loans_held_customer" ON "loans" USING btree ("customer_id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "loans_collector" ON "loans" USING btree ("collector_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "loans_group" ON "loans" USING btree ("group_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "loans_agency" ON "loans" USING btree ("agency_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "loan_states_loan" ON "loan_states" USING btree ("loan_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "macros_name" ON "macros" USING btree ("staff_id","name");--> statement-breakpoint
CREATE INDEX "macros_unit" ON "macros" USING btree ("unit_id") WHERE shared;--> statement-breakpoint
CREATE INDEX "messages_loan" ON "messages" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "messages_scheduled" ON "messages" USING btree ("send_at","id") WHERE state = 'scheduled';--> statement-breakpoint
CREATE UNIQUE INDEX "messages_reminded" ON "messages" USING btree ("customer_id","reminds") WHERE reminds is not null;--> statement-breakpoint
CREATE INDEX "allocations_plan" ON "allocations" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "payment_links_loan" ON "payment_links" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "payment_links_open" ON "payment_links" USING btree ("expires_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "payments_loan" ON "payments" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_state" ON "payments" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_completed" ON "payments" USING btree ("completed_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("amount_minor","id");--> statement-breakpoint
CREATE INDEX "payments_held" ON "payments" USING btree ("created_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "payments_held_state" ON "payments" USING btree ("state","created_at","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "payments_held_completed" ON "payments" USING btree ("completed_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "payments_collector" ON "payments" USING btree ("collector_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "payments_paying" ON "payments" USING btree ("id") WHERE state = 'paying';--> statement-breakpoint
CREATE INDEX "payments_unapplied" ON "payments" USING btree ("created_at","id") WHERE unapplied_minor > 0;--> statement-breakpoint
CREATE INDEX "payments_utr_any" ON "payments" USING btree ("utr") WHERE utr is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_utr" ON "payments" USING btree ("utr") WHERE utr is not null and state = 'success';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_platform" ON "payments" USING btree ("channel","platform_ref") WHERE platform_ref is not null;--> statement-breakpoint
CREATE INDEX "payment_reversals_state" ON "payment_reversals" USING btree ("state");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_attempt" ON "payouts" USING btree ("loan_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_channel_ref" ON "payouts" USING btree ("channel","channel_ref") WHERE channel_ref is not null;--> statement-breakpoint
CREATE INDEX "payouts_utr" ON "payouts" USING btree ("utr") WHERE utr is not null;--> statement-breakpoint
CREATE INDEX "payouts_requested" ON "payouts" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "payouts_paying" ON "payouts" USING btree ("id") WHERE state = 'paying';--> statement-breakpoint
CREATE INDEX "losses_loan" ON "losses" USING btree ("loan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_serial" ON "plans" USING btree ("loan_id","serial");--> statement-breakpoint
CREATE INDEX "plans_due" ON "plans" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX "plans_open_due" ON "plans" USING btree ("due_date","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "plans_settled" ON "plans" USING btree ("settled_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "plans_owed" ON "plans" USING btree ("owed_minor","id");--> statement-breakpoint
CREATE INDEX "plans_held" ON "plans" USING btree ("due_date","id","agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "plans_held_settled" ON "plans" USING btree ("settled_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"agency_id","group_id","collector_id") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "plans_collector" ON "plans" USING btree ("collector_id","state") WHERE agency_id is not null;--> statement-breakpoint
CREATE INDEX "product_terms_in_force" ON "product_terms" USING btree ("product_id","part","effective_from" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "product_terms_waiting" ON "product_terms" USING btree ("product_id","part") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "proof_images_proof" ON "proof_images" USING btree ("proof_id");--> statement-breakpoint
CREATE INDEX "proof_images_digest" ON "proof_images" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "proof_images_loose" ON "proof_images" USING btree ("uploaded_at") WHERE proof_id is null;--> statement-breakpoint
CREATE INDEX "proofs_submitted" ON "proofs" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "proofs_state" ON "proofs" USING btree ("state","submitted_at","id");--> statement-breakpoint
CREATE INDEX "proofs_maker" ON "proofs" USING btree ("maker_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "proofs_loan" ON "proofs" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "proofs_utr" ON "proofs" USING btree ("utr");--> statement-breakpoint
CREATE INDEX "proofs_write_off" ON "proofs" USING btree ("write_off_id") WHERE write_off_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reductions_one_open" ON "reductions" USING btree ("plan_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "reductions_requested" ON "reductions" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "reductions_state" ON "reductions" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE INDEX "reductions_pending" ON "reductions" USING btree ("amount_minor","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "reductions_maker" ON "reductions" USING btree ("maker_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "reductions_used" ON "reductions" USING btree ("audited_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE fate = 'used';--> statement-breakpoint
CREATE INDEX "reductions_plan" ON "reductions" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "reductions_lapsing" ON "reductions" USING btree ("valid_until","id") WHERE fate = 'inForce';--> statement-breakpoint
CREATE INDEX "sign_in_attempts_address" ON "sign_in_attempts" USING btree ("address");--> statement-breakpoint
CREATE INDEX "sessions_staff" ON "sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "sessions_past" ON "sessions" USING btree ("past_hash");--> statement-breakpoint
CREATE INDEX "past_passwords_staff" ON "past_passwords" USING btree ("staff_id","at");--> statement-breakpoint
CREATE INDEX "staff_unit" ON "staff" USING btree ("unit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_place" ON "statement_lines" USING btree ("statement_id","line");--> statement-breakpoint
CREATE INDEX "statement_lines_utr" ON "statement_lines" USING btree ("utr");--> statement-breakpoint
CREATE INDEX "statement_lines_proof" ON "statement_lines" USING btree ("proof_id");--> statement-breakpoint
CREATE INDEX "statements_read" ON "statements" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "tele_verifications_verified" ON "tele_verifications" USING btree ("verified_at","loan_id");--> statement-breakpoint
CREATE INDEX "ticket_moves_ticket" ON "ticket_moves" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("desk","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_department" ON "tickets" USING btree ("department_id","state");--> statement-breakpoint
CREATE INDEX "tickets_processor" ON "tickets" USING btree ("processor_id","state");--> statement-breakpoint
CREATE INDEX "tickets_sla" ON "tickets" USING btree ("desk","sla_due_at","id");--> statement-breakpoint
CREATE INDEX "tickets_loan" ON "tickets" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "tickets_customer" ON "tickets" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "tickets_open" ON "tickets" USING btree ("desk","sla_due_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "units_path" ON "units" USING btree ("path");--> statement-breakpoint
CREATE UNIQUE INDEX "views_title" ON "views" USING btree ("listing","audience","owner_id","title");--> statement-breakpoint
CREATE INDEX "views_owner" ON "views" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "write_offs_one_open" ON "write_offs" USING btree ("loan_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "write_offs_requested" ON "write_offs" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "write_offs_state" ON "write_offs" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE INDEX "write_offs_maker" ON "write_offs" USING btree ("maker_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "write_offs_losses" ON "write_offs" USING btree ("loss_minor" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE state = 'passed';--> statement-breakpoint
CREATE INDEX "write_offs_loan" ON "write_offs" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "write_offs_sheet" ON "write_offs" USING btree ("sheet") WHERE sheet is not null;--> statement-breakpoint
CREATE INDEX "write_offs_utr" ON "write_offs" USING btree ("utr") WHERE utr is not null;