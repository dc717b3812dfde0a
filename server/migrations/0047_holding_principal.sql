ALTER TABLE "case_holdings" ADD COLUMN "principal_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- principal that was outstanding of an order at a moment: what was charged, without what had come in, been let off or settled by then
CREATE FUNCTION outstanding_principal(loan text, moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(greatest(d.charged_principal - coalesce(a.paid, 0), 0)), 0)::bigint
  FROM plans d
  LEFT JOIN LATERAL (
    SELECT sum(a.paid_principal) AS paid FROM allocations a JOIN payments p ON p.id = a.payment_id
    WHERE a.plan_id = d.id AND p.state = 'success' AND p.completed_at < moment
  ) a ON true
  WHERE d.loan_id = loan AND (d.settled_at IS NULL OR d.settled_at >= moment)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION end_holdings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
    INSERT INTO case_holdings (case_id, loan_id, stage, collector_id, group_id, agency_id, unit_path, from_at, principal_minor)
      SELECT c.id, c.loan_id, c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path, told,
        outstanding_principal(c.loan_id, told)
      WHERE NOT c.closed AND c.collector_id IS NOT NULL
      ON CONFLICT (case_id) WHERE until_at IS NULL DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION begin_holdings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO case_holdings (case_id, loan_id, stage, collector_id, group_id, agency_id, unit_path, from_at, until_at,
      principal_minor)
    SELECT id, loan_id, stage, collector_id, group_id, agency_id, unit_path, coalesce(allocated_at, opened_at),
      CASE WHEN state = 'closed' THEN greatest(closed_at, allocated_at, opened_at) END,
      outstanding_principal(loan_id, coalesce(allocated_at, opened_at))
    FROM given WHERE collector_id IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- the same for all holdings at once
CREATE FUNCTION recall_principals() RETURNS void LANGUAGE sql AS $$
  WITH unsettled AS (
    SELECT h.id, h.from_at, d.id AS plan_id, d.charged_principal
    FROM case_holdings h JOIN plans d ON d.loan_id = h.loan_id AND (d.settled_at IS NULL OR d.settled_at >= h.from_at)
  ), paid AS (
    SELECT u.id, u.plan_id, sum(a.paid_principal) AS principal
    FROM unsettled u JOIN allocations a ON a.plan_id = u.plan_id
    JOIN payments p ON p.id = a.payment_id AND p.state = 'success' AND p.completed_at < u.from_at
    GROUP BY u.id, u.plan_id
  )
  UPDATE case_holdings h SET principal_minor = o.principal
  FROM (
    SELECT u.id, sum(greatest(u.charged_principal - coalesce(p.principal, 0), 0)) AS principal
    FROM unsettled u LEFT JOIN paid p USING (id, plan_id) GROUP BY u.id
  ) o WHERE o.id = h.id
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION recall_holdings() RETURNS void LANGUAGE sql AS $$
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
  ORDER BY from_at, case_id;
  SELECT recall_principals()
$$;--> statement-breakpoint
SELECT recall_principals();--> statement-breakpoint
-- whoever sees how people perform sees what it is counted from
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'collectionActivities', "codes", "scope" FROM "role_grants" WHERE "page" = 'performance'
ON CONFLICT DO NOTHING;
