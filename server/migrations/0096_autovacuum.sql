-- Tables that grow by the day and that nights change by the hundred thousand. Autovacuum's own threshold is a fifth of the
-- rows: until then lists that an index would answer read every row anew to see whether it is still there, and take three times
-- as long.
do $$
declare
  grown text;
begin
  foreach grown in array array['allocations', 'case_holdings', 'cases', 'customers', 'due_facts', 'follow_ups', 'loan_decisions',
    'loan_states', 'loans', 'messages', 'payment_links', 'payments', 'payouts', 'penalties', 'plans', 'promises', 'recoveries']
  loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)', grown);
  end loop;
end $$;
