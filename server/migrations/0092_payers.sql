CREATE INDEX "payments_received" ON "payments" USING btree ("completed_at") WHERE state = 'success';--> statement-breakpoint
-- who has paid for an extension has paid, whatever was left for an instalment
ALTER TABLE "customers" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "customers" SET "paid" = true WHERE NOT "paid" AND "id" IN (SELECT l.customer_id FROM payments p
  JOIN loans l ON l.id = p.loan_id WHERE p.state = 'success' AND p.extension_minor <> 0);--> statement-breakpoint
ALTER TABLE "customers" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE FUNCTION tell_extended() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  UPDATE customers SET paid = true WHERE NOT paid AND id = (SELECT l.customer_id FROM loans l WHERE l.id = NEW.loan_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "payments_extended" AFTER INSERT OR UPDATE OF "state", "extension_minor" ON "payments" FOR EACH ROW
  WHEN (NEW.state = 'success' AND NEW.extension_minor <> 0)
  EXECUTE FUNCTION tell_extended();
