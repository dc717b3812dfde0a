CREATE TABLE "call_listens" (
	"call_id" text collate "C" NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "call_listens_call_id_staff_id_at_pk" PRIMARY KEY("call_id","staff_id","at")
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"direction" text NOT NULL,
	"way" text NOT NULL,
	"customer_id" text collate "C",
	"loan_id" text collate "C",
	"case_id" text collate "C",
	"staff_id" text collate "C",
	"agency_id" text collate "C",
	"unit_path" text collate "C" NOT NULL,
	"line_id" text collate "C",
	"config_id" text collate "C",
	"ref" text collate "C",
	"caller_tail" text,
	"began_at" timestamp (3) with time zone NOT NULL,
	"rang_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"connected" boolean,
	"recording" text,
	"recording_key" text,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "contact_refusals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"way" text NOT NULL,
	"rule" text NOT NULL,
	"fault" text NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"loan_id" text collate "C",
	"case_id" text collate "C",
	"staff_id" text collate "C",
	"agency_id" text collate "C",
	"unit_path" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."calls" (
	"ref" text PRIMARY KEY NOT NULL,
	"call_id" text,
	"seat" text NOT NULL,
	"number" text NOT NULL,
	"callback_url" text NOT NULL,
	"script" jsonb NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"calls_back" boolean NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calls_call_id_unique" UNIQUE("call_id")
);
--> statement-breakpoint
CREATE INDEX "calls_began" ON "calls" USING btree ("began_at","id");--> statement-breakpoint
CREATE INDEX "calls_line" ON "calls" USING btree ("line_id","began_at");--> statement-breakpoint
CREATE INDEX "calls_loan" ON "calls" USING btree ("loan_id","began_at");--> statement-breakpoint
CREATE INDEX "calls_customer" ON "calls" USING btree ("customer_id","began_at");--> statement-breakpoint
CREATE INDEX "calls_case" ON "calls" USING btree ("case_id","began_at");--> statement-breakpoint
CREATE INDEX "calls_staff" ON "calls" USING btree ("staff_id","began_at","id");--> statement-breakpoint
CREATE INDEX "calls_unit" ON "calls" USING btree ("unit_path","began_at","id");--> statement-breakpoint
CREATE INDEX "calls_state" ON "calls" USING btree ("state","began_at","id");--> statement-breakpoint
CREATE INDEX "calls_live" ON "calls" USING btree ("began_at") WHERE state in ('dialling', 'ringing', 'talking');--> statement-breakpoint
CREATE UNIQUE INDEX "calls_ref" ON "calls" USING btree ("ref") WHERE direction = 'in';--> statement-breakpoint
CREATE UNIQUE INDEX "calls_one_live" ON "calls" USING btree ("staff_id") WHERE direction = 'out' and state in ('dialling', 'ringing', 'talking');--> statement-breakpoint
CREATE INDEX "contact_refusals_at" ON "contact_refusals" USING btree ("at");--> statement-breakpoint
CREATE INDEX "contact_refusals_customer" ON "contact_refusals" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "contact_refusals_agency" ON "contact_refusals" USING btree ("agency_id","at");--> statement-breakpoint
CREATE SEQUENCE "ids_call";--> statement-breakpoint
INSERT INTO "calls" ("id", "state", "direction", "way", "customer_id", "loan_id", "case_id", "staff_id", "agency_id",
    "unit_path", "line_id", "began_at", "connected")
  SELECT 'CA' || to_char(c."at" AT TIME ZONE 'UTC', 'YYMMDD') || lpad(nextval('ids_call')::text, 6, '0'), 'handedOver', 'out',
    c."way", l."customer_id", c."loan_id",
    (SELECT k."id" FROM "cases" k WHERE k."loan_id" = c."loan_id" AND k."opened_at" <= c."at"
      AND (k."closed_at" IS NULL OR k."closed_at" >= c."at") ORDER BY k."opened_at" DESC LIMIT 1),
    c."staff_id", (SELECT a."id" FROM "units" a WHERE a."kind" = 'agency' AND starts_with(u."path", a."path") LIMIT 1),
    coalesce(u."path", '/'), c."line_id", c."at", c."connected"
  FROM (SELECT * FROM "line_calls" ORDER BY "id") c
  LEFT JOIN "loans" l ON l."id" = c."loan_id"
  LEFT JOIN "staff" s ON s."id" = c."staff_id"
  LEFT JOIN "units" u ON u."id" = s."unit_id";--> statement-breakpoint
DROP TABLE "line_calls" CASCADE;
