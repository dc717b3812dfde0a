ALTER TABLE "customers" ADD COLUMN "live_loan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "machine_result" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "manual_result" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "passed_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "reloaned_at" timestamp (3) with time zone;--> statement-breakpoint
-- filled as triggers keep it from now on: no row is another version by that
ALTER TABLE "loans" DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "customers" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "loans" l SET "machine_result" = d.machine, "manual_result" = d.manual, "passed_once" = d.passed
  FROM (SELECT loan_id, (array_agg(outcome ORDER BY id DESC) FILTER (WHERE decided_by = 'rule engine'))[1] AS machine,
      (array_agg(outcome ORDER BY id DESC) FILTER (WHERE decided_by <> 'rule engine'))[1] AS manual,
      bool_or(outcome = 'passed') AS passed
    FROM loan_decisions GROUP BY loan_id) d
  WHERE d.loan_id = l.id;--> statement-breakpoint
UPDATE "loans" l SET "reloaned_at" = r.at
  FROM (SELECT e.id, min(e.paid) OVER (PARTITION BY e.customer_id ORDER BY e.at DESC, e.id NULLS LAST ROWS UNBOUNDED PRECEDING) AS at
    FROM (SELECT id, customer_id, closed_at AS at, NULL::timestamptz AS paid FROM loans WHERE closed_at IS NOT NULL
      UNION ALL SELECT NULL, customer_id, disbursed_at, disbursed_at FROM loans
        WHERE kind = 'regular' AND disbursed_at IS NOT NULL) e) r
  WHERE r.id = l.id AND r.at IS NOT NULL;--> statement-breakpoint
UPDATE "customers" SET "live_loan" = true WHERE "id" IN (SELECT customer_id FROM loans WHERE state IN (10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90));--> statement-breakpoint
ALTER TABLE "loans" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "customers" ENABLE TRIGGER USER;--> statement-breakpoint
-- what was decided on an order stands beside it
CREATE FUNCTION tell_results() RETURNS trigger LANGUAGE plpgsql
  -- planned once, for a few decisions in a book of any size, each found by an index
  SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  UPDATE loans l SET machine_result = d.machine, manual_result = d.manual, passed_once = d.passed
    FROM (SELECT loan_id, (array_agg(outcome ORDER BY id DESC) FILTER (WHERE decided_by = 'rule engine'))[1] AS machine,
        (array_agg(outcome ORDER BY id DESC) FILTER (WHERE decided_by <> 'rule engine'))[1] AS manual,
        bool_or(outcome = 'passed') AS passed
      FROM loan_decisions WHERE loan_id IN (SELECT loan_id FROM written) GROUP BY loan_id) d
    WHERE l.id = d.loan_id AND (l.machine_result, l.manual_result, l.passed_once) IS DISTINCT FROM (d.machine, d.manual, d.passed);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "loan_decisions_results" AFTER INSERT ON "loan_decisions" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_results();--> statement-breakpoint
-- when the next order of a customer was paid out stands beside each that was closed before, and beside the customer whether one
-- is under way
CREATE FUNCTION tell_loans(about text[]) RETURNS void LANGUAGE plpgsql
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
  UPDATE customers r SET live_loan = NOT live_loan WHERE r.id = ANY (about)
    AND r.live_loan IS DISTINCT FROM EXISTS (SELECT FROM loans WHERE customer_id = r.id AND state IN (10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90));
END $$;--> statement-breakpoint
CREATE FUNCTION tell_loans_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_loans(array_agg(DISTINCT customer_id)) FROM written;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tell_loans_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_loans(about) FROM (SELECT array_agg(DISTINCT c.id) AS about
    FROM written n JOIN was w ON w.id = n.id CROSS JOIN LATERAL unnest(ARRAY[w.customer_id, n.customer_id]) AS c (id)
    WHERE w.disbursed_at IS DISTINCT FROM n.disbursed_at OR w.closed_at IS DISTINCT FROM n.closed_at
      OR w.customer_id <> n.customer_id OR w.kind <> n.kind
      OR (w.state IN (10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90)) <> (n.state IN (10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90))) found
    WHERE about IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "loans_told_inserted" AFTER INSERT ON "loans" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_loans_inserted();--> statement-breakpoint
CREATE TRIGGER "loans_told_updated" AFTER UPDATE ON "loans" REFERENCING OLD TABLE AS was NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_loans_updated();
