CREATE TABLE "commission_lines" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"statement_id" text collate "C" NOT NULL,
	"paid_month" date NOT NULL,
	"entry" text NOT NULL,
	"stage" text NOT NULL,
	"rate_ppm" integer,
	"entries" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"commission_minor" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commission_statements" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"agency_id" text collate "C" NOT NULL,
	"month" date NOT NULL,
	"currency" text NOT NULL,
	"entries" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"commission_minor" bigint NOT NULL,
	"earlier_minor" bigint NOT NULL,
	"drawn_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by_id" text collate "C",
	"confirmed_at" timestamp (3) with time zone,
	"closed_by_id" text collate "C",
	"closed_at" timestamp (3) with time zone,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "recoveries" ADD COLUMN "statement_id" text collate "C";--> statement-breakpoint
ALTER TABLE "recoveries" ADD COLUMN "line_id" text collate "C";--> statement-breakpoint
ALTER TABLE "recoveries" ADD COLUMN "open_at_closing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "commission_lines" ADD CONSTRAINT "commission_lines_statement_id_commission_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."commission_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commission_lines_statement" ON "commission_lines" USING btree ("statement_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_statements_once" ON "commission_statements" USING btree ("agency_id","month");--> statement-breakpoint
CREATE INDEX "commission_statements_month" ON "commission_statements" USING btree ("month","id");--> statement-breakpoint
CREATE INDEX "commission_statements_state" ON "commission_statements" USING btree ("state","month","id");--> statement-breakpoint
CREATE INDEX "recoveries_statement" ON "recoveries" USING btree ("statement_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "recoveries_line" ON "recoveries" USING btree ("line_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "recoveries_unstated" ON "recoveries" USING btree ("agency_id","booked_at") WHERE statement_id is null;--> statement-breakpoint
CREATE INDEX "recoveries_in_dispute" ON "recoveries" USING btree ("statement_id","line_id") WHERE state = 'disputed' or open_at_closing;--> statement-breakpoint
-- whoever sees recoveries above a group sees what agencies get of them: an agency's supervisor, its team leader or a manager
-- confirms it, and a manager or an executive closes it
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT g."role_id", p."page", CASE WHEN p."page" = 'commissionLines' THEN 8
  ELSE 8 + CASE g."role_id" WHEN 'EXE' THEN 16 WHEN 'MGR' THEN 1 + 2 + 16 + 256 WHEN 'CTL' THEN 256 WHEN 'SPE' THEN 256 ELSE 0 END
  END, g."scope"
FROM "role_grants" g CROSS JOIN (VALUES ('commissionStatements'), ('commissionLines')) p("page")
WHERE g."page" = 'recoveries' AND g."role_id" IN ('ADM', 'EXE', 'MGR', 'OPS', 'CTL', 'SPI', 'SPE')
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- whoever sees the performance of collection sees that of agencies
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'agencyReport', "codes", "scope" FROM "role_grants" WHERE "page" = 'performance'
ON CONFLICT DO NOTHING;
