-- the holding that ends is looked up for each case: planned while no holding was open, their index was read from end to end for each statement, and held against each of its cases
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
END $$;
