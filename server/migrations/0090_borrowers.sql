-- both summaries are counted anew by the next start: their triggers write what they no longer are
DO $$ DECLARE found text; BEGIN
  FOR found IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND prorettype = 'trigger'::regtype AND (starts_with(proname, 'customer_days_') OR starts_with(proname, 'due_fact_days_'))
  LOOP EXECUTE 'DROP FUNCTION ' || found || ' CASCADE'; END LOOP;
END $$;--> statement-breakpoint
DELETE FROM "summary_definitions" WHERE "name" IN ('customer_days', 'due_fact_days');--> statement-breakpoint
DELETE FROM "customer_days";--> statement-breakpoint
DELETE FROM "due_fact_days";--> statement-breakpoint
ALTER TABLE "customer_days" ADD COLUMN "borrowed" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_days" DROP COLUMN "live_loan";--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "open_principal_minor" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t0" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t1" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t2" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t3" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t4" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t5" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t7" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t10" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t15" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t20" bigint;--> statement-breakpoint
ALTER TABLE "due_fact_days" ADD COLUMN "unpaid_principal_t30" bigint;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "borrowed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "paid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- filled as triggers keep them from now on: no row is another version by that
ALTER TABLE "customers" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "customers" SET "borrowed" = true, "paid" = EXISTS (SELECT FROM loans l JOIN plans p ON p.loan_id = l.id
    JOIN allocations a ON a.plan_id = p.id WHERE l.customer_id = customers.id)
  WHERE "id" IN (SELECT customer_id FROM loans WHERE disbursed_at IS NOT NULL);--> statement-breakpoint
ALTER TABLE "customers" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE INDEX "customers_paid" ON "customers" USING btree ("registered_at","id") WHERE paid;--> statement-breakpoint
-- whether an order of theirs was ever paid out stands beside whether one is under way
CREATE OR REPLACE FUNCTION tell_loans(about text[]) RETURNS void LANGUAGE plpgsql
  -- planned once, for the orders of a few customers in a book of any size, each found by an index
  SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  UPDATE loans l SET reloaned_at = r.at
    FROM (SELECT e.id, min(e.paid) OVER (PARTITION BY e.customer_id ORDER BY e.at DESC, e.id NULLS LAST ROWS UNBOUNDED PRECEDING) AS at
      FROM (SELECT id, customer_id, coalesce(closed_at, 'infinity') AS at, NULL::timestamptz AS paid FROM loans
          WHERE customer_id = ANY (about)
        UNION ALL SELECT NULL, customer_id, disbursed_at, disbursed_at FROM loans
          WHERE customer_id = ANY (about) AND kind = 'regular' AND disbursed_at IS NOT NULL) e) r
    WHERE l.id = r.id AND l.reloaned_at IS DISTINCT FROM r.at;
  UPDATE customers r SET live_loan = n.live_loan, borrowed = n.borrowed
    FROM (SELECT c.id, coalesce(bool_or(l.state IN (10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90)), false) AS live_loan,
        coalesce(bool_or(l.disbursed_at IS NOT NULL), false) AS borrowed
      FROM unnest(about) AS c (id) LEFT JOIN loans l ON l.customer_id = c.id GROUP BY c.id) n
    WHERE r.id = n.id AND (r.live_loan, r.borrowed) IS DISTINCT FROM (n.live_loan, n.borrowed);
END $$;--> statement-breakpoint
-- whether an order of theirs was ever paid for stands beside the customer: it is never taken back
CREATE FUNCTION tell_paid() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  UPDATE customers SET paid = true WHERE NOT paid AND id = ANY (ARRAY (SELECT l.customer_id
    FROM written w JOIN plans p ON p.id = w.plan_id JOIN loans l ON l.id = p.loan_id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "allocations_paid" AFTER INSERT ON "allocations" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_paid();--> statement-breakpoint
-- what was written off is owed no more
INSERT INTO "due_fact_changes" ("plan_id") SELECT "plan_id" FROM "losses";
