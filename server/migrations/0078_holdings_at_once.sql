-- holdings end and begin by statements, not by a loop over cases: an allocation gives out tens of thousands, each of which was planned anew
CREATE OR REPLACE FUNCTION end_holdings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  told timestamptz := coalesce(nullif(current_setting('lendline.now', true), '')::timestamptz, now());
BEGIN
  UPDATE case_holdings h SET until_at = greatest(h.from_at, CASE WHEN c.closed THEN coalesce(c.closed_at, told) ELSE told END)
    FROM (
      SELECT id, state = 'closed' AS closed, closed_at, stage, collector_id, group_id, agency_id, unit_path FROM given
      EXCEPT SELECT id, state = 'closed', closed_at, stage, collector_id, group_id, agency_id, unit_path FROM was
    ) c
    WHERE h.case_id = c.id AND h.until_at IS NULL
      AND (c.closed OR (h.stage, h.collector_id, h.group_id, h.agency_id, h.unit_path)
        IS DISTINCT FROM (c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path));
  INSERT INTO case_holdings (case_id, loan_id, stage, collector_id, group_id, agency_id, unit_path, from_at, principal_minor)
    SELECT c.id, c.loan_id, c.stage, c.collector_id, c.group_id, c.agency_id, c.unit_path, told,
      outstanding_principal(c.loan_id, told)
    FROM (
      SELECT id, loan_id, state = 'closed' AS closed, stage, collector_id, group_id, agency_id, unit_path FROM given
      EXCEPT SELECT id, loan_id, state = 'closed', stage, collector_id, group_id, agency_id, unit_path FROM was
    ) c
    WHERE NOT c.closed AND c.collector_id IS NOT NULL
    ON CONFLICT (case_id) WHERE until_at IS NULL DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
-- the same indexes find the rows whatever the case and the order are: no plan of its own for each
ALTER FUNCTION first_holding() SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION outstanding_principal(text, timestamptz) SET plan_cache_mode = force_generic_plan;
