-- versions count themselves; what the database keeps beside a row makes it no other row
create trigger loans_version before update on loans for each row when (pg_trigger_depth() = 0) execute function bump_version();
--> statement-breakpoint
create trigger plans_version before update on plans for each row when (pg_trigger_depth() = 0) execute function bump_version();
--> statement-breakpoint
create trigger reductions_version before update on reductions for each row execute function bump_version();
--> statement-breakpoint
create trigger cases_version before update on cases for each row execute function bump_version();
--> statement-breakpoint
create trigger caseTransfers_version before update on case_transfers for each row execute function bump_version();
--> statement-breakpoint
create trigger tickets_version before update on tickets for each row execute function bump_version();
--> statement-breakpoint
create trigger customers_version before update on customers for each row when (pg_trigger_depth() = 0) execute function bump_version();
--> statement-breakpoint
create trigger batches_version before update on batches for each row execute function bump_version();
--> statement-breakpoint
create trigger imports_version before update on imports for each row execute function bump_version();
--> statement-breakpoint
create trigger staff_version before update on staff for each row execute function bump_version();
--> statement-breakpoint
create trigger roles_version before update on roles for each row execute function bump_version();
--> statement-breakpoint
create trigger cards_version before update on cards for each row execute function bump_version();
--> statement-breakpoint
create trigger products_version before update on products for each row execute function bump_version();
--> statement-breakpoint
create trigger merchants_version before update on merchants for each row execute function bump_version();
--> statement-breakpoint
create trigger jobs_version before update on jobs for each row execute function bump_version();
--> statement-breakpoint
create trigger cardChanges_version before update on card_changes for each row execute function bump_version();
--> statement-breakpoint
create trigger payments_version before update on payments for each row execute function bump_version();
--> statement-breakpoint
create trigger payouts_version before update on payouts for each row execute function bump_version();
--> statement-breakpoint
create trigger parameters_version before update on parameters for each row execute function bump_version();
--> statement-breakpoint
create trigger approvals_version before update on approvals for each row execute function bump_version();
--> statement-breakpoint
create trigger writeOffs_version before update on write_offs for each row execute function bump_version();
--> statement-breakpoint
create trigger extensions_version before update on extensions for each row when (pg_trigger_depth() = 0) execute function bump_version();
--> statement-breakpoint
create trigger proofs_version before update on proofs for each row execute function bump_version();
--> statement-breakpoint
create trigger couponTemplates_version before update on coupon_templates for each row execute function bump_version();
--> statement-breakpoint
create trigger coupons_version before update on coupons for each row execute function bump_version();
--> statement-breakpoint
-- changes tell themselves
create trigger loans_inserted after insert on loans referencing new table as changed for each statement execute function announce('loans');
--> statement-breakpoint
create trigger loans_updated after update on loans referencing new table as changed for each statement execute function announce('loans');
--> statement-breakpoint
create trigger plans_inserted after insert on plans referencing new table as changed for each statement execute function announce('plans');
--> statement-breakpoint
create trigger plans_updated after update on plans referencing new table as changed for each statement execute function announce('plans');
--> statement-breakpoint
create trigger reductions_inserted after insert on reductions referencing new table as changed for each statement execute function announce('reductions');
--> statement-breakpoint
create trigger reductions_updated after update on reductions referencing new table as changed for each statement execute function announce('reductions');
--> statement-breakpoint
create trigger cases_inserted after insert on cases referencing new table as changed for each statement execute function announce('cases');
--> statement-breakpoint
create trigger cases_updated after update on cases referencing new table as changed for each statement execute function announce('cases');
--> statement-breakpoint
create trigger caseTransfers_inserted after insert on case_transfers referencing new table as changed for each statement execute function announce('caseTransfers');
--> statement-breakpoint
create trigger caseTransfers_updated after update on case_transfers referencing new table as changed for each statement execute function announce('caseTransfers');
--> statement-breakpoint
create trigger merchants_inserted after insert on merchants referencing new table as changed for each statement execute function announce('merchants');
--> statement-breakpoint
create trigger merchants_updated after update on merchants referencing new table as changed for each statement execute function announce('merchants');
--> statement-breakpoint
create trigger tickets_inserted after insert on tickets referencing new table as changed for each statement execute function announce('tickets');
--> statement-breakpoint
create trigger tickets_updated after update on tickets referencing new table as changed for each statement execute function announce('tickets');
--> statement-breakpoint
create trigger customers_inserted after insert on customers referencing new table as changed for each statement execute function announce('customers');
--> statement-breakpoint
create trigger customers_updated after update on customers referencing new table as changed for each statement execute function announce('customers');
--> statement-breakpoint
create trigger batches_inserted after insert on batches referencing new table as changed for each statement execute function announce('batches');
--> statement-breakpoint
create trigger batches_updated after update on batches referencing new table as changed for each statement execute function announce('batches');
--> statement-breakpoint
create trigger products_inserted after insert on products referencing new table as changed for each statement execute function announce('products');
--> statement-breakpoint
create trigger products_updated after update on products referencing new table as changed for each statement execute function announce('products');
--> statement-breakpoint
create trigger jobs_inserted after insert on jobs referencing new table as changed for each statement execute function announce('jobs');
--> statement-breakpoint
create trigger jobs_updated after update on jobs referencing new table as changed for each statement execute function announce('jobs');
--> statement-breakpoint
create trigger approvals_inserted after insert on approvals referencing new table as changed for each statement execute function announce('approvals');
--> statement-breakpoint
create trigger approvals_updated after update on approvals referencing new table as changed for each statement execute function announce('approvals');
--> statement-breakpoint
create trigger cardChanges_inserted after insert on card_changes referencing new table as changed for each statement execute function announce('cardChanges');
--> statement-breakpoint
create trigger cardChanges_updated after update on card_changes referencing new table as changed for each statement execute function announce('cardChanges');
--> statement-breakpoint
create trigger imports_inserted after insert on imports referencing new table as changed for each statement execute function announce('imports');
--> statement-breakpoint
create trigger imports_updated after update on imports referencing new table as changed for each statement execute function announce('imports');
--> statement-breakpoint
create trigger writeOffs_inserted after insert on write_offs referencing new table as changed for each statement execute function announce('writeOffs');
--> statement-breakpoint
create trigger writeOffs_updated after update on write_offs referencing new table as changed for each statement execute function announce('writeOffs');
--> statement-breakpoint
create trigger payments_inserted after insert on payments referencing new table as changed for each statement execute function announce('payments');
--> statement-breakpoint
create trigger payments_updated after update on payments referencing new table as changed for each statement execute function announce('payments');
--> statement-breakpoint
create trigger extensions_inserted after insert on extensions referencing new table as changed for each statement execute function announce('extensions');
--> statement-breakpoint
create trigger extensions_updated after update on extensions referencing new table as changed for each statement execute function announce('extensions');
--> statement-breakpoint
create trigger proofs_inserted after insert on proofs referencing new table as changed for each statement execute function announce('proofs');
--> statement-breakpoint
create trigger proofs_updated after update on proofs referencing new table as changed for each statement execute function announce('proofs');
--> statement-breakpoint
create trigger couponTemplates_inserted after insert on coupon_templates referencing new table as changed for each statement execute function announce('couponTemplates');
--> statement-breakpoint
create trigger couponTemplates_updated after update on coupon_templates referencing new table as changed for each statement execute function announce('couponTemplates');
--> statement-breakpoint
create trigger coupons_inserted after insert on coupons referencing new table as changed for each statement execute function announce('coupons');
--> statement-breakpoint
create trigger coupons_updated after update on coupons referencing new table as changed for each statement execute function announce('coupons');
--> statement-breakpoint
create trigger outbox_posted after insert on outbox for each statement execute function wake_outbox();
--> statement-breakpoint
-- whose a case is stands beside its order, that order's plans and offers, and that it is somebody's beside the customer:
-- lists of a million go by it in orders of their own
create function tell_holder() returns trigger language plpgsql as $$
declare
  holder cases%rowtype;
  about text;
begin
  if new.state <> 'closed' then
    holder := new;
  end if;
  update loans set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id)
    returning customer_id into about;
  if not found then
    return null;
  end if;
  update plans set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where loan_id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id);
  update payments set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where loan_id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id);
  update extensions set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where loan_id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id);
  update card_changes set collector_id = holder.collector_id, group_id = holder.group_id, agency_id = holder.agency_id
    where loan_id = new.loan_id
      and (collector_id, group_id, agency_id) is distinct from (holder.collector_id, holder.group_id, holder.agency_id);
  update customers set held = not held
    where id = about
      and held is distinct from exists (select from loans where customer_id = about and agency_id is not null);
  return null;
end $$;
--> statement-breakpoint
create trigger cases_given after insert on cases for each row
  when (new.agency_id is not null and new.state <> 'closed') execute function tell_holder();
--> statement-breakpoint
create trigger cases_held after update of state, collector_id, group_id, agency_id on cases for each row
  when (old.state <> 'closed') execute function tell_holder();
--> statement-breakpoint
-- what was recorded stays as it was recorded
create trigger audit_kept before update or delete on audit for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_not_emptied before truncate on audit for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_seals_kept before update or delete on audit_seals for each row execute function refuse_change();
--> statement-breakpoint
-- where and at what stage a case is, and whose an order is, follow from their state: taken for independent, they make
-- the planner expect far too few rows, or too many. States that few cases have are known only where stages are left out
create statistics cases_state (mcv) on state, unit_path from cases;
--> statement-breakpoint
create statistics cases_stage (mcv) on state, stage, unit_path from cases;
--> statement-breakpoint
create statistics loans_reviewer_state (mcv) on reviewer_id, state from loans;
--> statement-breakpoint
alter statistics loans_reviewer_state set statistics 200;
--> statement-breakpoint
create statistics loans_group_state (mcv) on agency_id, group_id, state from loans;
--> statement-breakpoint
create statistics loans_collector_state (mcv) on agency_id, collector_id, state from loans;
--> statement-breakpoint
alter statistics loans_collector_state set statistics 200;
--> statement-breakpoint
create statistics plans_group_state (mcv) on agency_id, group_id, state from plans;
--> statement-breakpoint
create statistics plans_collector_state (mcv) on agency_id, collector_id, state from plans;
--> statement-breakpoint
alter statistics plans_collector_state set statistics 200;
--> statement-breakpoint
-- nobody searches these documents: to find out what they are like takes longer than to find it out of all else
alter table loans alter column terms set statistics 0;
--> statement-breakpoint
alter table loan_decisions alter column trace set statistics 0;
