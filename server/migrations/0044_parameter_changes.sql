ALTER TABLE "parameters" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
-- what is written down of the past is no change of today: who made it stays
ALTER TABLE "parameters" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "parameters" p SET "changed_at" = (SELECT max("at") FROM "audit"
  WHERE "noun" = 'parameters' AND "object_id" = p."id" AND "outcome" = 'done' AND "command" <> 'parameters.add');--> statement-breakpoint
ALTER TABLE "parameters" ENABLE TRIGGER USER;
