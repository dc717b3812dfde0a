-- Transition tables: what a statement found and what it left are held against each other by hash. A full join cannot be a nested
-- loop, and behind OFFSET 0 it stays one; a plan kept from a statement about one row was, and took minutes for ten thousand.
CREATE OR REPLACE FUNCTION tell_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_holders(orders) FROM (SELECT array_agg(loan_id) AS orders FROM (
      SELECT n.loan_id, n.close_reason, w.state AS state_before,
        (w.state, w.collector_id, w.group_id, w.agency_id)
          IS DISTINCT FROM (n.state, n.collector_id, n.group_id, n.agency_id) AS moved
        FROM given n FULL JOIN was w ON w.id = n.id OFFSET 0) pair
      WHERE state_before <> 'closed' AND close_reason IS DISTINCT FROM 'rolled' AND moved) found
    WHERE orders IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_loans_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_loans(about) FROM (SELECT array_agg(DISTINCT c.id) AS about FROM (
      SELECT w.customer_id AS customer_before, n.customer_id,
        w.disbursed_at IS DISTINCT FROM n.disbursed_at OR w.closed_at IS DISTINCT FROM n.closed_at
          OR w.customer_id <> n.customer_id OR w.kind <> n.kind
          OR (w.state IN (10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90))
            <> (n.state IN (10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90)) AS moved
        FROM written n FULL JOIN was w ON w.id = n.id OFFSET 0) pair
      CROSS JOIN LATERAL unnest(ARRAY[customer_before, customer_id]) AS c (id)
      WHERE moved) found
    WHERE about IS NOT NULL;
  RETURN NULL;
END $$;
