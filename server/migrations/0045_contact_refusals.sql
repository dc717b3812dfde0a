DROP INDEX "contact_refusals_at";--> statement-breakpoint
ALTER TABLE "ai_records" ADD COLUMN "agency_id" text collate "C";--> statement-breakpoint
ALTER TABLE "contact_refusals" ADD COLUMN "collector_id" text collate "C";--> statement-breakpoint
ALTER TABLE "contact_refusals" ADD COLUMN "opens_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "agency_id" text collate "C";--> statement-breakpoint
CREATE INDEX "contact_refusals_unit" ON "contact_refusals" USING btree ("unit_path","at","id");--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" USING btree ("sent_at","id") WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX "contact_refusals_at" ON "contact_refusals" USING btree ("at","id");--> statement-breakpoint
-- what is written down of the past is no change of today
ALTER TABLE "ai_records" DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "messages" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "ai_records" SET "agency_id" = c."agency_id" FROM "cases" c WHERE c."id" = "ai_records"."case_id" AND c."agency_id" IS NOT NULL;--> statement-breakpoint
UPDATE "messages" SET "agency_id" = c."agency_id" FROM "cases" c
  WHERE c."loan_id" = "messages"."loan_id" AND c."agency_id" IS NOT NULL AND c."opened_at" <= "messages"."created_at"
    AND (c."closed_at" IS NULL OR c."closed_at" > "messages"."created_at");--> statement-breakpoint
ALTER TABLE "ai_records" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "messages" ENABLE TRIGGER USER;--> statement-breakpoint
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT g."role_id", p."page", CASE WHEN g."role_id" = 'CTL' THEN 0 ELSE 8 END, g."scope"
FROM "role_grants" g, (VALUES ('conductReport'), ('contactRefusals')) AS p("page")
WHERE g."page" = 'closedCases' AND g."role_id" IN ('ADM', 'EXE', 'MGR', 'OPS', 'CTL', 'SPI', 'SPE')
ON CONFLICT DO NOTHING;
