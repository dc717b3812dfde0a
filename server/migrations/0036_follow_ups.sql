CREATE TABLE "case_holds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"until" date,
	"remark" text NOT NULL,
	"ticket_id" text collate "C",
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"ended_by" text,
	"ended_at" timestamp (3) with time zone,
	"end_remark" text
);
--> statement-breakpoint
CREATE TABLE "follow_ups" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"case_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"collector_id" text collate "C",
	"way" text NOT NULL,
	"number" text collate "C" NOT NULL,
	"phone_tail" text NOT NULL,
	"phone_mark" text collate "C" NOT NULL,
	"relation" text,
	"result" smallint NOT NULL,
	"willingness" smallint NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"remark" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "number_marks" (
	"customer_id" text collate "C" NOT NULL,
	"phone_mark" text collate "C" NOT NULL,
	"mark" text NOT NULL,
	"follow_up_id" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "number_marks_customer_id_phone_mark_pk" PRIMARY KEY("customer_id","phone_mark")
);
--> statement-breakpoint
CREATE TABLE "promises" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text DEFAULT 'open' NOT NULL,
	"follow_up_id" text collate "C" NOT NULL,
	"case_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"promised_for" date NOT NULL,
	"made_on" date NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"collector_id" text collate "C",
	"agency_id" text collate "C",
	"stage" text NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"broken_on" date,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "broken_on" date;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "willingness" smallint;--> statement-breakpoint
CREATE INDEX "case_holds_loan" ON "case_holds" USING btree ("loan_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "case_holds_kind" ON "case_holds" USING btree ("loan_id","kind") WHERE state = 'active' and ticket_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "case_holds_complaint" ON "case_holds" USING btree ("ticket_id") WHERE ticket_id is not null;--> statement-breakpoint
CREATE INDEX "case_holds_active" ON "case_holds" USING btree ("id") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "follow_ups_loan" ON "follow_ups" USING btree ("loan_id","at");--> statement-breakpoint
CREATE INDEX "follow_ups_customer" ON "follow_ups" USING btree ("customer_id","result","at");--> statement-breakpoint
CREATE INDEX "follow_ups_collector" ON "follow_ups" USING btree ("collector_id","at");--> statement-breakpoint
CREATE INDEX "promises_made" ON "promises" USING btree ("made_at","id");--> statement-breakpoint
CREATE INDEX "promises_for" ON "promises" USING btree ("promised_for","id");--> statement-breakpoint
CREATE INDEX "promises_loan" ON "promises" USING btree ("loan_id","promised_for");--> statement-breakpoint
CREATE INDEX "promises_case" ON "promises" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "promises_open" ON "promises" USING btree ("promised_for","loan_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "promises_collector" ON "promises" USING btree ("collector_id","promised_for","state");--> statement-breakpoint
CREATE INDEX "cases_broken" ON "cases" USING btree ("broken_on","opened_at","id") WHERE state <> 'closed' and broken_on is not null;--> statement-breakpoint
-- whatever holds a case has been set by somebody, and can be lifted as what is set from now on
INSERT INTO "case_holds" ("loan_id", "kind", "remark", "set_by", "set_at")
SELECT "loan_id", "hold", '–', coalesce("changed_by", '–'), coalesce("last_contact_at", "allocated_at", "opened_at")
FROM "cases" WHERE "hold" IS NOT NULL AND "state" <> 'closed';--> statement-breakpoint
-- whoever sees open cases sees what was promised about them
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'promises', "codes", "scope" FROM "role_grants" WHERE "page" = 'openCases'
ON CONFLICT DO NOTHING;
