CREATE TABLE "summary_definitions" (
	"name" text PRIMARY KEY NOT NULL,
	"definition" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "business_event_days" (
	"at" timestamp (3) with time zone,
	"kind" text NOT NULL,
	"app" text collate "C",
	"channel" text,
	"product_id" text collate "C",
	"first_loan" boolean NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"outcome" text,
	"unpaid_sign" smallint,
	"open_sign" smallint,
	"rows" integer NOT NULL,
	"amount_minor" bigint,
	"paid_out_minor" bigint,
	"unpaid_minor" bigint,
	"open_minor" bigint
);
--> statement-breakpoint
CREATE TABLE "collection_activity_days" (
	"at" timestamp (3) with time zone,
	"kind" text NOT NULL,
	"collector_id" text collate "C",
	"group_id" text collate "C",
	"agency_id" text collate "C",
	"place" text collate "C",
	"stage" text,
	"customer_kind" text NOT NULL,
	"is_first" boolean NOT NULL,
	"is_extension" boolean NOT NULL,
	"result" smallint,
	"promise" text,
	"connected" boolean NOT NULL,
	"rule" text,
	"rows" integer NOT NULL,
	"amount_minor" bigint,
	"principal_minor" bigint
);
--> statement-breakpoint
CREATE TABLE "due_fact_days" (
	"due_date" date NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"app" text collate "C" NOT NULL,
	"channel" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"first_loan" boolean NOT NULL,
	"extended" boolean NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"open_sign" smallint NOT NULL,
	"unpaid_signs" smallint[] NOT NULL,
	"recovered_signs" smallint[] NOT NULL,
	"rows" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"open_minor" bigint NOT NULL,
	"unpaid_t0" bigint,
	"unpaid_t1" bigint,
	"unpaid_t2" bigint,
	"unpaid_t3" bigint,
	"unpaid_t4" bigint,
	"unpaid_t5" bigint,
	"unpaid_t7" bigint,
	"unpaid_t10" bigint,
	"unpaid_t15" bigint,
	"unpaid_t20" bigint,
	"unpaid_t30" bigint
);
--> statement-breakpoint
CREATE TABLE "recovery_days" (
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"entry" text NOT NULL,
	"stage" text NOT NULL,
	"collector_id" text collate "C" NOT NULL,
	"group_id" text collate "C",
	"agency_id" text collate "C",
	"place" text collate "C" NOT NULL,
	"customer_kind" text NOT NULL,
	"amount_sign" smallint NOT NULL,
	"rows" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"penalty_minor" bigint NOT NULL,
	"principal_minor" bigint NOT NULL,
	"extension_minor" bigint NOT NULL,
	"reduced_minor" bigint NOT NULL,
	"commission_minor" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "business_event_days_at" ON "business_event_days" USING btree ("at");--> statement-breakpoint
CREATE INDEX "collection_activity_days_at" ON "collection_activity_days" USING btree ("at");--> statement-breakpoint
CREATE INDEX "due_fact_days_due" ON "due_fact_days" USING btree ("due_date");--> statement-breakpoint
CREATE INDEX "recovery_days_at" ON "recovery_days" USING btree ("at");--> statement-breakpoint
CREATE INDEX "contact_refusals_loan" ON "contact_refusals" USING btree ("loan_id") WHERE loan_id is not null;--> statement-breakpoint
CREATE INDEX "reductions_loan" ON "reductions" USING btree ("loan_id");