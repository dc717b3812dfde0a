CREATE TABLE "settlement_items" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"match" text NOT NULL,
	"kind" text NOT NULL,
	"config_id" text collate "C" NOT NULL,
	"report_id" text collate "C",
	"line" integer,
	"gateway_ref" text collate "C",
	"own_ref" text collate "C",
	"utr" text collate "C",
	"currency" text NOT NULL,
	"amount_minor" bigint,
	"booked_minor" bigint,
	"fee_minor" bigint,
	"gst_minor" bigint,
	"net_minor" bigint,
	"completed_on" date NOT NULL,
	"settled_on" date,
	"settlement_utr" text,
	"document_id" text collate "C",
	"loan_id" text collate "C",
	"reason" text,
	"explained_by" text collate "C",
	"explained_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_reports" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"config_id" text collate "C" NOT NULL,
	"file" text NOT NULL,
	"digest" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"lines" integer NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"gst_minor" bigint NOT NULL,
	"net_minor" bigint NOT NULL,
	"read_by" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "settlement_items_completed" ON "settlement_items" USING btree ("completed_on","id");--> statement-breakpoint
CREATE INDEX "settlement_items_state" ON "settlement_items" USING btree ("state","completed_on","id");--> statement-breakpoint
CREATE INDEX "settlement_items_left" ON "settlement_items" USING btree ("id") WHERE state <> 'matched';--> statement-breakpoint
CREATE INDEX "settlement_items_report" ON "settlement_items" USING btree ("report_id","line");--> statement-breakpoint
CREATE INDEX "settlement_items_document" ON "settlement_items" USING btree ("document_id") WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX "settlement_items_ref" ON "settlement_items" USING btree ("gateway_ref") WHERE gateway_ref is not null;--> statement-breakpoint
CREATE INDEX "settlement_items_loan" ON "settlement_items" USING btree ("loan_id") WHERE loan_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_items_missing" ON "settlement_items" USING btree ("document_id") WHERE match = 'missing';--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_reports_digest" ON "settlement_reports" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "settlement_reports_days" ON "settlement_reports" USING btree ("config_id","from_day","to_day");--> statement-breakpoint
CREATE INDEX "settlement_reports_to" ON "settlement_reports" USING btree ("to_day","id");--> statement-breakpoint
CREATE INDEX "payouts_ref" ON "payouts" USING btree ("channel_ref") WHERE channel_ref is not null;--> statement-breakpoint
CREATE INDEX "payouts_resolved" ON "payouts" USING btree ("resolved_at","id") WHERE state = 'success';--> statement-breakpoint
-- whoever sees what days have booked sees what gateways tell; whoever runs the gateways takes files in and explains what is left
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT g."role_id", p."page",
  CASE WHEN g."role_id" NOT IN ('MGR', 'OPS') THEN 8 WHEN p."page" = 'settlementReports' THEN 8 + 32 ELSE 1 + 2 + 8 END, g."scope"
FROM "role_grants" g CROSS JOIN (VALUES ('settlementReports'), ('settlementItems')) p("page")
WHERE g."page" = 'accountingDays' AND g."role_id" IN ('ADM', 'EXE', 'MGR', 'OPS')
ON CONFLICT DO NOTHING;
