CREATE TABLE "accounting_days" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"entries" integer NOT NULL,
	"late" integer NOT NULL,
	"differences" integer NOT NULL,
	"opening_penalty" bigint DEFAULT 0 NOT NULL,
	"opening_fee" bigint DEFAULT 0 NOT NULL,
	"opening_interest" bigint DEFAULT 0 NOT NULL,
	"opening_principal" bigint DEFAULT 0 NOT NULL,
	"charged_penalty" bigint DEFAULT 0 NOT NULL,
	"charged_fee" bigint DEFAULT 0 NOT NULL,
	"charged_interest" bigint DEFAULT 0 NOT NULL,
	"charged_principal" bigint DEFAULT 0 NOT NULL,
	"paid_penalty" bigint DEFAULT 0 NOT NULL,
	"paid_fee" bigint DEFAULT 0 NOT NULL,
	"paid_interest" bigint DEFAULT 0 NOT NULL,
	"paid_principal" bigint DEFAULT 0 NOT NULL,
	"reduced_penalty" bigint DEFAULT 0 NOT NULL,
	"reduced_fee" bigint DEFAULT 0 NOT NULL,
	"reduced_interest" bigint DEFAULT 0 NOT NULL,
	"reduced_principal" bigint DEFAULT 0 NOT NULL,
	"lost_penalty" bigint DEFAULT 0 NOT NULL,
	"lost_fee" bigint DEFAULT 0 NOT NULL,
	"lost_interest" bigint DEFAULT 0 NOT NULL,
	"lost_principal" bigint DEFAULT 0 NOT NULL,
	"moved_penalty" bigint DEFAULT 0 NOT NULL,
	"moved_fee" bigint DEFAULT 0 NOT NULL,
	"moved_interest" bigint DEFAULT 0 NOT NULL,
	"moved_principal" bigint DEFAULT 0 NOT NULL,
	"closing_penalty" bigint DEFAULT 0 NOT NULL,
	"closing_fee" bigint DEFAULT 0 NOT NULL,
	"closing_interest" bigint DEFAULT 0 NOT NULL,
	"closing_principal" bigint DEFAULT 0 NOT NULL,
	"paid_out_minor" bigint NOT NULL,
	"received_minor" bigint NOT NULL,
	"service_fee_minor" bigint NOT NULL,
	"gst_minor" bigint NOT NULL,
	"extension_minor" bigint NOT NULL,
	"overpaid_minor" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"document_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"value_on" date NOT NULL,
	"principal_minor" bigint NOT NULL,
	"interest_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"penalty_minor" bigint NOT NULL,
	"cash_minor" bigint NOT NULL,
	"gst_minor" bigint NOT NULL,
	"extension_minor" bigint NOT NULL,
	"overpaid_minor" bigint NOT NULL,
	"late" boolean GENERATED ALWAYS AS (value_on < day) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "discount_penalty_minor" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_days_once" ON "accounting_days" USING btree ("day","currency");--> statement-breakpoint
CREATE INDEX "accounting_days_state" ON "accounting_days" USING btree ("state","day","id");--> statement-breakpoint
CREATE INDEX "journal_entries_day" ON "journal_entries" USING btree ("day","kind","id");--> statement-breakpoint
CREATE INDEX "journal_entries_loan" ON "journal_entries" USING btree ("loan_id");--> statement-breakpoint
-- what coupons took off penalties, as far as they were used before: penalties before interest, the first used first
UPDATE "coupons" SET "discount_penalty_minor" = greatest(0, least("coupons"."discount_minor", used."penalty" - used."before"))
FROM (
  SELECT c."id", sum(c."discount_minor") OVER (PARTITION BY c."loan_id" ORDER BY c."used_at", c."id") - c."discount_minor" AS "before",
    (SELECT coalesce(sum(p."discounted_penalty"), 0) FROM "plans" p WHERE p."loan_id" = c."loan_id") AS "penalty"
  FROM "coupons" c WHERE c."state" = 'used' AND c."discount_minor" > 0) used
WHERE used."id" = "coupons"."id";
--> statement-breakpoint
-- whoever keeps the books of payments sees what days have booked
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT g."role_id", p."page", 8, g."scope"
FROM "role_grants" g CROSS JOIN (VALUES ('accountingDays'), ('journalEntries')) p("page")
WHERE g."page" = 'payments' AND g."role_id" IN ('ADM', 'EXE', 'MGR', 'OPS')
ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE FUNCTION "booked_for_good"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what is booked stays as it is: %', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "journal_entries_stay" BEFORE UPDATE OR DELETE ON "journal_entries"
FOR EACH ROW EXECUTE FUNCTION "booked_for_good"();
--> statement-breakpoint
CREATE TRIGGER "accounting_days_stay" BEFORE UPDATE OR DELETE ON "accounting_days"
FOR EACH ROW WHEN (OLD."state" = 'closed') EXECUTE FUNCTION "booked_for_good"();
