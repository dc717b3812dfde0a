CREATE TABLE "stages" (
	"id" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"name" text NOT NULL,
	"last_day" integer,
	"address_book_visible" boolean DEFAULT false NOT NULL,
	"roll_policy" text DEFAULT 'reallocate' NOT NULL,
	"capacity" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stages_last_day_known" CHECK (last_day >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "stages_last_day" ON "stages" USING btree (coalesce(last_day, 2147483647));--> statement-breakpoint
CREATE INDEX "cases_stage" ON "cases" USING btree ("stage","opened_at","id") WHERE state <> 'closed';--> statement-breakpoint
-- the stages there were, called as somebody called them in the dictionary that kept their labels
INSERT INTO "stages" ("id", "name", "last_day", "created_at")
SELECT s.id, coalesce(nullif(e.labels ->> 'en', ''), s.id), s.last_day, now()
FROM (VALUES ('T0', 0), ('T1', 1), ('T2', 2), ('S1', 7), ('S2', 15), ('M1', 30), ('M2', 60), ('M3', 90)) AS s (id, last_day)
LEFT JOIN "dictionary_entries" e ON e.dictionary_id = 'cases.stage' AND e.code = s.id;--> statement-breakpoint
DELETE FROM "dictionary_entry_uses" WHERE "entry_id" IN (SELECT "id" FROM "dictionary_entries" WHERE "dictionary_id" = 'cases.stage');--> statement-breakpoint
DELETE FROM "dictionary_entries" WHERE "dictionary_id" = 'cases.stage';--> statement-breakpoint
UPDATE "dictionaries" SET "parent_id" = (SELECT "parent_id" FROM "dictionaries" WHERE "id" = 'cases.stage') WHERE "parent_id" = 'cases.stage';--> statement-breakpoint
DELETE FROM "dictionaries" WHERE "id" = 'cases.stage';
