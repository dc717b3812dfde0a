-- the summary is counted anew by the next start: its triggers write what it no longer is
DO $$ DECLARE found text; BEGIN
  FOR found IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND prorettype = 'trigger'::regtype AND starts_with(proname, 'due_fact_days_')
  LOOP EXECUTE 'DROP FUNCTION ' || found || ' CASCADE'; END LOOP;
END $$;--> statement-breakpoint
DELETE FROM "summary_definitions" WHERE "name" = 'due_fact_days';--> statement-breakpoint
DELETE FROM "due_fact_days";--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "vintage" date;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_signs" smallint[] NOT NULL;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t6" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t8" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t9" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t11" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t12" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t13" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t14" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t16" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t17" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t18" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t19" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t21" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t22" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t23" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t24" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t25" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t26" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t27" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t28" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_t29" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "principal_minor" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m1" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m2" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m3" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m4" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m5" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m6" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m7" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m8" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m9" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m10" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m11" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "long_overdue_m12" bigint;--> statement-breakpoint
ALTER TABLE "due_facts" ADD COLUMN "vintage" date;--> statement-breakpoint
ALTER TABLE "due_facts" ADD COLUMN "principal_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "due_facts" ADD COLUMN "long_overdue_minor" bigint[] DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0}' NOT NULL;--> statement-breakpoint
CREATE INDEX "due_fact_days_vintage" ON "due_fact_days" USING btree ("vintage");--> statement-breakpoint
CREATE INDEX "due_facts_vintage" ON "due_facts" USING btree ("vintage","id") WHERE known_until is null;--> statement-breakpoint
-- days that were not told of stand as the one before until facts are completed
UPDATE "due_facts" SET "unpaid_minor" = array[unpaid_minor[1], unpaid_minor[2], unpaid_minor[3], unpaid_minor[4], unpaid_minor[5], unpaid_minor[6], unpaid_minor[6], unpaid_minor[7], unpaid_minor[7], unpaid_minor[7], unpaid_minor[8], unpaid_minor[8], unpaid_minor[8], unpaid_minor[8], unpaid_minor[8], unpaid_minor[9], unpaid_minor[9], unpaid_minor[9], unpaid_minor[9], unpaid_minor[9], unpaid_minor[10], unpaid_minor[10], unpaid_minor[10], unpaid_minor[10], unpaid_minor[10], unpaid_minor[10], unpaid_minor[10], unpaid_minor[10], unpaid_minor[10], unpaid_minor[10], unpaid_minor[11]]
WHERE cardinality("unpaid_minor") = 11;--> statement-breakpoint
INSERT INTO "due_fact_changes" ("plan_id") SELECT DISTINCT "plan_id" FROM "due_facts";--> statement-breakpoint
-- whoever sees repayment statistics sees the vintages of what was paid out
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'vintageReport', "codes", "scope" FROM "role_grants" WHERE "page" = 'repaymentReport'
ON CONFLICT DO NOTHING;
