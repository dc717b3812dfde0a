ALTER TABLE "customers" ADD COLUMN "reviewed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- filled as triggers keep it from now on: no row is another version by that
ALTER TABLE "customers" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "customers" SET "reviewed" = true WHERE "id" IN (SELECT customer_id FROM loans WHERE reviewer_id IS NOT NULL);--> statement-breakpoint
ALTER TABLE "customers" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE INDEX "customers_reviewed" ON "customers" USING btree ("registered_at","id","kyc","credit") WHERE reviewed;--> statement-breakpoint
-- whether somebody was ever given an order of theirs to review stands beside the customer: it is never taken back
CREATE FUNCTION tell_reviewed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET reviewed = true WHERE id = NEW.customer_id AND NOT reviewed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "loans_reviewed_inserted" AFTER INSERT ON "loans" FOR EACH ROW WHEN (NEW.reviewer_id IS NOT NULL)
  EXECUTE FUNCTION tell_reviewed();--> statement-breakpoint
CREATE TRIGGER "loans_reviewed_updated" AFTER UPDATE OF "reviewer_id", "customer_id" ON "loans" FOR EACH ROW
  WHEN (NEW.reviewer_id IS NOT NULL) EXECUTE FUNCTION tell_reviewed();
