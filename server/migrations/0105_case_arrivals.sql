ALTER TABLE "case_holdings" ADD COLUMN "is_arrival" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_templates" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
-- what moves along with whoever has it, or is given back to them as if it had never been taken, does not come to them again
CREATE OR REPLACE FUNCTION end_holdings() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  told timestamptz := coalesce(nullif(current_setting('lendline.now', true), '')::timestamptz, now());
BEGIN
  UPDATE case_holdings h SET until_at = greatest(h.from_at, o.until_at)
    FROM (
      SELECT held.id, CASE WHEN c.closed THEN coalesce(c.closed_at, told) ELSE told END AS until_at
      FROM (
        SELECT id, state = 'closed' AS closed, closed_at, stage, collector_id, group_id, agency_id, unit_path FROM given
        EXCEPT SELECT id, state = 'closed', closed_at, stage, collector_id, group_id, agency_id, unit_path FROM was
      ) c
      CROSS JOIN LATERAL (SELECT * FROM case_holdings WHERE case_id = c.id AND until_at IS NULL OFFSET 0) held
      WHERE c.closed OR (held.stage, held.collector_id, held.group_id, held.agency_id, held.unit_path)
        IS DISTINCT FROM (c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path)
      OFFSET 0
    ) o
    WHERE h.id = o.id;
  INSERT INTO case_holdings (case_id, loan_id, stage, collector_id, group_id, agency_id, unit_path, from_at, principal_minor,
      is_arrival)
    SELECT c.id, c.loan_id, c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path, told,
      outstanding_principal(c.loan_id, told),
      NOT EXISTS (SELECT FROM case_holdings e WHERE e.loan_id = c.loan_id AND e.case_id = c.id AND e.stage = c.stage
        AND e.collector_id = c.collector_id AND e.until_at > coalesce(c.allocated_at, c.opened_at))
    FROM (
      SELECT id, loan_id, state = 'closed' AS closed, opened_at, allocated_at, stage, collector_id, group_id, agency_id,
        unit_path FROM given
      EXCEPT SELECT id, loan_id, state = 'closed', opened_at, allocated_at, stage, collector_id, group_id, agency_id,
        unit_path FROM was
    ) c
    WHERE NOT c.closed AND c.collector_id IS NOT NULL
    ON CONFLICT (case_id) WHERE until_at IS NULL DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION first_holding() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  NEW.is_first := NEW.is_arrival AND NOT EXISTS (SELECT FROM case_holdings e
    WHERE e.loan_id = NEW.loan_id AND e.case_id = NEW.case_id AND e.is_arrival AND e.from_at < NEW.from_at);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION recall_holdings() RETURNS void LANGUAGE sql AS $$
  WITH moves AS (
    SELECT t.*, max(coalesce(t.undone_at, t.at)) OVER (PARTITION BY t.case_id ORDER BY t.at, t.id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM case_transfers t
  ), held AS (
    SELECT m.case_id, m.loan_id, m.stage, m.from_collector_id AS collector_id, m.from_group_id AS group_id,
      m.from_agency_id AS agency_id, m.from_unit_path AS unit_path,
      coalesce(greatest(m.from_allocated_at, m.before), c.opened_at) AS from_at, m.at AS until_at,
      coalesce(coalesce(m.from_allocated_at, c.opened_at) >= m.before, true) AS is_arrival
    FROM moves m JOIN cases c ON c.id = m.case_id
    UNION ALL
    SELECT case_id, loan_id, stage, to_collector_id, to_group_id, to_agency_id, to_unit_path, at, undone_at, false
    FROM case_transfers WHERE undone_at IS NOT NULL
    UNION ALL
    SELECT c.id, c.loan_id, c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path,
      greatest(coalesce(c.allocated_at, c.opened_at), t.at), CASE WHEN c.state = 'closed' THEN c.closed_at END,
      coalesce(coalesce(c.allocated_at, c.opened_at) >= t.at, true)
    FROM cases c LEFT JOIN (
      SELECT case_id, max(coalesce(undone_at, at)) AS at FROM case_transfers GROUP BY case_id
    ) t ON t.case_id = c.id
  )
  INSERT INTO case_holdings (case_id, loan_id, stage, collector_id, group_id, agency_id, unit_path, from_at, until_at,
      is_arrival)
  SELECT * FROM held WHERE collector_id IS NOT NULL AND (until_at IS NULL OR from_at < until_at)
  ORDER BY from_at, case_id;
  SELECT recall_principals()
$$;--> statement-breakpoint
-- what was given by transfers that were undone, and what came back by that
UPDATE "case_holdings" h SET "is_arrival" = false, "is_first" = false
FROM "case_transfers" t
WHERE t.undone_at IS NOT NULL AND h.loan_id = t.loan_id AND h.case_id = t.case_id
  AND ((h.collector_id = t.to_collector_id AND h.until_at = t.undone_at)
    OR (h.collector_id = t.from_collector_id AND h.from_at = t.undone_at));--> statement-breakpoint
-- what has moved along
UPDATE "case_holdings" h SET "is_arrival" = false, "is_first" = false
FROM "case_holdings" e
WHERE e.loan_id = h.loan_id AND e.case_id = h.case_id AND e.stage = h.stage AND e.collector_id = h.collector_id
  AND e.id < h.id AND e.until_at = h.from_at AND h.is_arrival;--> statement-breakpoint
UPDATE "case_holdings" h SET "is_first" = true
WHERE h.is_arrival AND NOT h.is_first
  AND EXISTS (SELECT FROM "case_holdings" n WHERE n.loan_id = h.loan_id AND n.case_id = h.case_id AND NOT n.is_arrival)
  AND NOT EXISTS (SELECT FROM "case_holdings" e
    WHERE e.loan_id = h.loan_id AND e.case_id = h.case_id AND e.is_arrival AND e.from_at < h.from_at);--> statement-breakpoint
-- a fail that was overturned is a pass: it has no code of a fail
UPDATE "conduct_checks" SET "code" = NULL WHERE "appeal" = 'overturned';--> statement-breakpoint
UPDATE "quality_inspections"
SET "code" = coalesce((SELECT p.value #>> '{}' FROM "parameters" p WHERE p.id = 'quality.passCode'), 'E001')
WHERE "appeal" = 'overturned';
