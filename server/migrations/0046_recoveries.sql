CREATE TABLE "case_holdings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"case_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	"collector_id" text collate "C" NOT NULL,
	"group_id" text collate "C",
	"agency_id" text collate "C",
	"unit_path" text collate "C" NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_disputes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"recovery_id" text collate "C" NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"collector_id" text collate "C" NOT NULL,
	"group_id" text collate "C",
	"agency_id" text collate "C",
	"unit_path" text collate "C" NOT NULL,
	"reason" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"checker_id" text collate "C",
	"decided_at" timestamp (3) with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "recoveries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"entry" text NOT NULL,
	"of_id" text collate "C",
	"dispute_id" bigint,
	"payment_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"case_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	"overdue_days" integer NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"penalty_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"interest_minor" bigint NOT NULL,
	"principal_minor" bigint NOT NULL,
	"extension_minor" bigint NOT NULL,
	"reduced_minor" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"collector_id" text collate "C" NOT NULL,
	"group_id" text collate "C",
	"agency_id" text collate "C",
	"unit_path" text collate "C" NOT NULL,
	"rate_ppm" integer,
	"commission_minor" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "case_holdings_loan" ON "case_holdings" USING btree ("loan_id","from_at");--> statement-breakpoint
CREATE UNIQUE INDEX "case_holdings_one_open" ON "case_holdings" USING btree ("case_id") WHERE until_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_disputes_one_open" ON "recovery_disputes" USING btree ("recovery_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "recoveries_paid" ON "recoveries" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "recoveries_collector" ON "recoveries" USING btree ("collector_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "recoveries_group" ON "recoveries" USING btree ("group_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "recoveries_agency" ON "recoveries" USING btree ("agency_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "recoveries_stage" ON "recoveries" USING btree ("stage","paid_at","id");--> statement-breakpoint
CREATE INDEX "recoveries_state" ON "recoveries" USING btree ("state","paid_at","id");--> statement-breakpoint
CREATE INDEX "recoveries_amount" ON "recoveries" USING btree ("amount_minor","id");--> statement-breakpoint
CREATE INDEX "recoveries_unit" ON "recoveries" USING btree ("unit_path");--> statement-breakpoint
CREATE INDEX "recoveries_loan" ON "recoveries" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "recoveries_case" ON "recoveries" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "recoveries_payment" ON "recoveries" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recoveries_taken_back" ON "recoveries" USING btree ("of_id") WHERE amount_minor < 0;--> statement-breakpoint
CREATE SEQUENCE "ids_recovery";--> statement-breakpoint
-- who has had a case is written down with every change of it, for all cases of a statement at once: a night gives a hundred
-- thousand of them to somebody. Each that has changed hands is looked up by an index: joined, the plan would hang on how many
-- holdings were open when statistics were last taken
CREATE FUNCTION end_holdings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  told timestamptz := coalesce(nullif(current_setting('lendline.now', true), '')::timestamptz, now());
  c record;
BEGIN
  FOR c IN
    SELECT id, loan_id, state = 'closed' AS closed, closed_at, stage, collector_id, group_id, agency_id, unit_path FROM given
    EXCEPT SELECT id, loan_id, state = 'closed', closed_at, stage, collector_id, group_id, agency_id, unit_path FROM was
  LOOP
    UPDATE case_holdings h SET until_at = greatest(h.from_at, CASE WHEN c.closed THEN coalesce(c.closed_at, told) ELSE told END)
      WHERE h.case_id = c.id AND h.until_at IS NULL
        AND (c.closed OR (h.stage, h.collector_id, h.group_id, h.agency_id, h.unit_path)
          IS DISTINCT FROM (c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path));
    INSERT INTO case_holdings (case_id, loan_id, stage, collector_id, group_id, agency_id, unit_path, from_at)
      SELECT c.id, c.loan_id, c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path, told
      WHERE NOT c.closed AND c.collector_id IS NOT NULL
      ON CONFLICT (case_id) WHERE until_at IS NULL DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION begin_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO case_holdings (case_id, loan_id, stage, collector_id, group_id, agency_id, unit_path, from_at, until_at)
    SELECT id, loan_id, stage, collector_id, group_id, agency_id, unit_path, coalesce(allocated_at, opened_at),
      CASE WHEN state = 'closed' THEN greatest(closed_at, allocated_at, opened_at) END
    FROM given WHERE collector_id IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- what cases and transfers tell of who had which case: written down once, when nothing else has been
CREATE FUNCTION recall_holdings() RETURNS void LANGUAGE sql AS $$
  WITH moves AS (
    SELECT t.*, max(coalesce(t.undone_at, t.at)) OVER (PARTITION BY t.case_id ORDER BY t.at, t.id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM case_transfers t
  ), held AS (
    SELECT m.case_id, m.loan_id, m.stage, m.from_collector_id AS collector_id, m.from_group_id AS group_id,
      m.from_agency_id AS agency_id, m.from_unit_path AS unit_path,
      coalesce(greatest(m.from_allocated_at, m.before), c.opened_at) AS from_at, m.at AS until_at
    FROM moves m JOIN cases c ON c.id = m.case_id
    UNION ALL
    SELECT case_id, loan_id, stage, to_collector_id, to_group_id, to_agency_id, to_unit_path, at, undone_at
    FROM case_transfers WHERE undone_at IS NOT NULL
    UNION ALL
    SELECT c.id, c.loan_id, c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path,
      greatest(coalesce(c.allocated_at, c.opened_at), t.at), CASE WHEN c.state = 'closed' THEN c.closed_at END
    FROM cases c LEFT JOIN (
      SELECT case_id, max(coalesce(undone_at, at)) AS at FROM case_transfers GROUP BY case_id
    ) t ON t.case_id = c.id
  )
  INSERT INTO case_holdings (case_id, loan_id, stage, collector_id, group_id, agency_id, unit_path, from_at, until_at)
  SELECT * FROM held WHERE collector_id IS NOT NULL AND (until_at IS NULL OR from_at < until_at)
  ORDER BY from_at, case_id
$$;--> statement-breakpoint
-- what came in before and has stayed, credited to whoever had the case then, and what of it has bounced taken back
CREATE FUNCTION recall_recoveries() RETURNS void LANGUAGE sql AS $$
  WITH clocks (currency, ahead) AS (VALUES
    ('MXN', interval '-6 hours'), ('PEN', '-5 hours'), ('COP', '-5 hours'), ('CLP', '-4 hours'), ('INR', '5 hours 30 minutes'),
    ('TZS', '3 hours'), ('KES', '3 hours'), ('NGN', '1 hour'), ('PKR', '5 hours'), ('PHP', '8 hours'), ('VND', '7 hours'),
    ('IDR', '7 hours')
  ), paid AS (
    SELECT p.id AS payment_id, p.loan_id, p.currency, p.completed_at, p.amount_minor - p.unapplied_minor AS minor,
      greatest(p.completed_at, coalesce(p.booked_at, p.created_at)) AS booked_at, k.ahead,
      (p.completed_at AT TIME ZONE 'UTC' + k.ahead)::date AS day, b.payment_id IS NOT NULL AS bounced,
      h.case_id, h.stage, h.collector_id, h.group_id, h.agency_id, h.unit_path
    FROM payments p
    JOIN clocks k ON k.currency = p.currency
    CROSS JOIN LATERAL (SELECT * FROM case_holdings h WHERE h.loan_id = p.loan_id AND h.from_at <= p.completed_at
      AND (h.until_at IS NULL OR h.until_at >= p.completed_at) ORDER BY h.from_at DESC LIMIT 1) h
    LEFT JOIN payment_reversals b ON b.payment_id = p.id AND b.state = 'done'
    WHERE p.state = 'success' AND p.kind <> 'reversal' AND p.amount_minor > p.unapplied_minor
    ORDER BY greatest(p.completed_at, coalesce(p.booked_at, p.created_at)), p.id
  )
  INSERT INTO recoveries (id, state, entry, payment_id, loan_id, case_id, stage, overdue_days, currency, amount_minor,
    penalty_minor, fee_minor, interest_minor, principal_minor, extension_minor, reduced_minor, paid_at, booked_at,
    collector_id, group_id, agency_id, unit_path, rate_ppm, commission_minor)
  SELECT 'RB' || to_char(p.booked_at AT TIME ZONE 'UTC' + p.ahead, 'YYMMDD') || lpad(nextval('ids_recovery')::text, 6, '0'),
    CASE WHEN p.bounced THEN 'reversed' ELSE 'attributed' END, 'payment', p.payment_id, p.loan_id, p.case_id, p.stage,
    p.day - coalesce(a.due,
      (SELECT max(due_date) FROM plans WHERE loan_id = p.loan_id AND state = 'extended'), p.day),
    p.currency, p.minor, a.penalty, a.fee, a.interest, a.principal,
    p.minor - a.penalty - a.fee - a.interest - a.principal, a.reduced, p.completed_at, p.booked_at,
    p.collector_id, p.group_id, p.agency_id, p.unit_path, r.rate_ppm,
    coalesce((p.minor * r.rate_ppm + 500000) / 1000000, 0)
  FROM paid p
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(a.paid_penalty), 0)::bigint AS penalty, coalesce(sum(a.paid_fee), 0)::bigint AS fee,
      coalesce(sum(a.paid_interest), 0)::bigint AS interest, coalesce(sum(a.paid_principal), 0)::bigint AS principal,
      min(d.due_date) AS due, coalesce(sum(d.reduced_penalty + d.reduced_fee + d.reduced_interest + d.reduced_principal)
        FILTER (WHERE d.settled_at = p.completed_at), 0)::bigint AS reduced
    FROM allocations a JOIN plans d ON d.id = a.plan_id WHERE a.payment_id = p.payment_id
  ) a
  LEFT JOIN LATERAL (SELECT rate_ppm FROM commission_rates r WHERE r.agency_id = p.agency_id AND r.stage = p.stage
    AND r.valid_from <= p.day ORDER BY r.valid_from DESC LIMIT 1) r ON true;
  INSERT INTO recoveries (id, state, entry, of_id, payment_id, loan_id, case_id, stage, overdue_days, currency, amount_minor,
    penalty_minor, fee_minor, interest_minor, principal_minor, extension_minor, reduced_minor, paid_at, booked_at,
    collector_id, group_id, agency_id, unit_path, rate_ppm, commission_minor)
  SELECT 'RB' || to_char(c.created_at AT TIME ZONE 'UTC', 'YYMMDD') || lpad(nextval('ids_recovery')::text, 6, '0'),
    'reversed', 'reversal', r.id, c.id, r.loan_id, r.case_id, r.stage, r.overdue_days, r.currency, -r.amount_minor,
    -r.penalty_minor, -r.fee_minor, -r.interest_minor, -r.principal_minor, -r.extension_minor, -r.reduced_minor, r.paid_at,
    c.created_at, r.collector_id, r.group_id, r.agency_id, r.unit_path, r.rate_ppm, -r.commission_minor
  FROM recoveries r JOIN payment_reversals b ON b.payment_id = r.payment_id AND b.state = 'done'
  JOIN payments c ON c.id = b.contra_id
$$;--> statement-breakpoint
SELECT recall_holdings();--> statement-breakpoint
SELECT recall_recoveries();--> statement-breakpoint
CREATE TRIGGER "cases_holdings_begun" AFTER INSERT ON "cases" REFERENCING NEW TABLE AS given
  FOR EACH STATEMENT EXECUTE FUNCTION begin_holdings();--> statement-breakpoint
CREATE TRIGGER "cases_holdings_ended" AFTER UPDATE ON "cases" REFERENCING OLD TABLE AS was NEW TABLE AS given
  FOR EACH STATEMENT EXECUTE FUNCTION end_holdings();--> statement-breakpoint
-- whoever sees open cases sees what came of them; a team leader disputes, and a manager or an executive decides
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'recoveries', CASE "role_id" WHEN 'CTL' THEN 8 + 256 WHEN 'EXE' THEN 8 + 16 WHEN 'MGR' THEN 8 + 16
  WHEN 'ADM' THEN 8 WHEN 'OPS' THEN 8 WHEN 'SPI' THEN 8 ELSE 0 END, "scope"
FROM "role_grants" WHERE "page" = 'openCases' AND "role_id" IN ('ADM', 'EXE', 'MGR', 'OPS', 'GL', 'CTL', 'COL', 'SPI', 'SPE')
ON CONFLICT DO NOTHING;
