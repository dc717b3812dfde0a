-- both summaries are counted anew by the next start: their triggers write what they no longer are
DO $$ DECLARE found text; BEGIN
  FOR found IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND prorettype = 'trigger'::regtype
    AND (starts_with(proname, 'collection_activity_days_') OR starts_with(proname, 'application_days_'))
  LOOP EXECUTE 'DROP FUNCTION ' || found || ' CASCADE'; END LOOP;
END $$;--> statement-breakpoint
DELETE FROM "summary_definitions" WHERE "name" IN ('collection_activity_days', 'application_days');--> statement-breakpoint
DELETE FROM "collection_activity_days";--> statement-breakpoint
DELETE FROM "application_days";--> statement-breakpoint
ALTER TABLE "collection_activity_days" ADD COLUMN "seconds" bigint;--> statement-breakpoint
ALTER TABLE "application_days" ADD COLUMN "resubmitted" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "application_days" ADD COLUMN "decision_seconds" bigint;
