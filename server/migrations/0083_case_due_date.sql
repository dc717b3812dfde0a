DROP INDEX "cases_closed_collector";--> statement-breakpoint
DROP INDEX "customers_held";--> statement-breakpoint
DROP INDEX "promises_open";--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "due_date" date;--> statement-breakpoint
CREATE INDEX "case_holdings_collector" ON "case_holdings" USING btree ("collector_id","from_at","id");--> statement-breakpoint
CREATE INDEX "cases_due" ON "cases" USING btree ("due_date","id","agency_id","group_id","collector_id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_closed_collector" ON "cases" USING btree ("collector_id","closed_at","id","close_reason") WHERE state = 'closed';--> statement-breakpoint
CREATE INDEX "customers_held" ON "customers" USING btree ("registered_at","id","kyc","credit") WHERE held;--> statement-breakpoint
CREATE INDEX "promises_open" ON "promises" USING btree ("promised_for","id","loan_id") WHERE state = 'open';--> statement-breakpoint
-- filled as triggers keep it from now on: no row is another version by that
ALTER TABLE "cases" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "cases" c SET "due_date" = l.due_date FROM "loans" l WHERE l.id = c.loan_id AND c.state <> 'closed';--> statement-breakpoint
ALTER TABLE "cases" ENABLE TRIGGER USER;--> statement-breakpoint
-- the day an order is due stands beside its case while that is open
CREATE FUNCTION tell_due_date() RETURNS trigger LANGUAGE plpgsql
  -- planned once, for a row in a book of any size, found by an index
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  UPDATE cases SET due_date = NEW.due_date WHERE loan_id = NEW.id AND state <> 'closed' AND due_date IS DISTINCT FROM NEW.due_date;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "loans_due_date" AFTER UPDATE OF "due_date" ON "loans" FOR EACH ROW
  WHEN (OLD.due_date IS DISTINCT FROM NEW.due_date)
  EXECUTE FUNCTION tell_due_date();--> statement-breakpoint
CREATE FUNCTION take_due_date() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  SELECT l.due_date INTO NEW.due_date FROM loans l WHERE l.id = NEW.loan_id;
  RETURN NEW;
END $$;--> statement-breakpoint
-- a book that is written brings the day along
CREATE TRIGGER "cases_due_date" BEFORE INSERT ON "cases" FOR EACH ROW
  WHEN (NEW.state <> 'closed' AND NEW.due_date IS NULL)
  EXECUTE FUNCTION take_due_date();--> statement-breakpoint
CREATE TRIGGER "cases_due_date_again" BEFORE UPDATE OF "state" ON "cases" FOR EACH ROW
  WHEN (OLD.state = 'closed' AND NEW.state <> 'closed')
  EXECUTE FUNCTION take_due_date();
