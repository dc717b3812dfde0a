CREATE TABLE "conduct_checks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"call_id" text collate "C" NOT NULL,
	"case_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"collector_id" text collate "C" NOT NULL,
	"agency_id" text collate "C",
	"unit_path" text collate "C" NOT NULL,
	"called_at" timestamp (3) with time zone NOT NULL,
	"rule" text NOT NULL,
	"called_on" date NOT NULL,
	"seed" text NOT NULL,
	"drawn_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"inspector_id" text collate "C",
	"locked_until" timestamp (3) with time zone,
	"outcome" text,
	"remark" text,
	"inspected_at" timestamp (3) with time zone,
	"shown_at" timestamp (3) with time zone,
	"appeal" text,
	"appeal_reason" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_decided_by" text,
	"appeal_remark" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"code" text
);
--> statement-breakpoint
CREATE TABLE "conduct_draws" (
	"day" date PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"rules" jsonb NOT NULL,
	"called" integer NOT NULL,
	"drawn" integer NOT NULL,
	"drawn_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "conduct_checks_call" ON "conduct_checks" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "conduct_checks_queue" ON "conduct_checks" USING btree ("drawn_at","id") WHERE state = 'notInspected';--> statement-breakpoint
CREATE INDEX "conduct_checks_unseen" ON "conduct_checks" USING btree ("inspected_at") WHERE state = 'inspected';--> statement-breakpoint
CREATE INDEX "conduct_checks_appealed" ON "conduct_checks" USING btree ("appealed_at","id") WHERE appeal = 'pending';--> statement-breakpoint
CREATE INDEX "conduct_checks_state" ON "conduct_checks" USING btree ("state","drawn_at","id");--> statement-breakpoint
CREATE INDEX "conduct_checks_drawn" ON "conduct_checks" USING btree ("drawn_at","id");--> statement-breakpoint
CREATE INDEX "conduct_checks_called" ON "conduct_checks" USING btree ("called_at","id");--> statement-breakpoint
CREATE INDEX "conduct_checks_collector" ON "conduct_checks" USING btree ("collector_id","called_at");--> statement-breakpoint
CREATE INDEX "conduct_checks_unit" ON "conduct_checks" USING btree ("unit_path","shown_at");--> statement-breakpoint
CREATE INDEX "conduct_checks_inspector" ON "conduct_checks" USING btree ("inspector_id","inspected_at");--> statement-breakpoint
CREATE INDEX "conduct_checks_inspected" ON "conduct_checks" USING btree ("inspected_at","id");--> statement-breakpoint
CREATE INDEX "conduct_checks_shown" ON "conduct_checks" USING btree ("shown_at","id");--> statement-breakpoint
CREATE INDEX "conduct_checks_loan" ON "conduct_checks" USING btree ("loan_id");--> statement-breakpoint
-- inspectors listen to what was drawn, and to nothing else; collectors object to what was found of theirs, a manager decides
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'conductChecks', CASE "role_id" WHEN 'QC' THEN 1 + 2 + 64 WHEN 'MGR' THEN 128
  WHEN 'GL' THEN 256 WHEN 'CTL' THEN 256 WHEN 'COL' THEN 256 ELSE 0 END, CASE "role_id" WHEN 'QC' THEN 'sample' ELSE "scope" END
FROM "role_grants" WHERE "page" = 'calls' AND "role_id" IN ('ADM', 'EXE', 'MGR', 'OPS', 'GL', 'CTL', 'COL', 'SPI', 'SPE', 'QC')
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- a role that nobody has edited since it was delivered
UPDATE "role_grants" SET "codes" = "codes" & ~64
WHERE "page" = 'calls' AND "role_id" IN (SELECT "id" FROM "roles" WHERE "mark" = 'QC' AND "version" = 1);
