ALTER TABLE "case_holdings" ADD COLUMN "is_first" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "kyc_steps_live" ON "kyc_steps" USING btree ("done_at") WHERE step = 'live' and done_at is not null;--> statement-breakpoint
CREATE INDEX "due_facts_noon" ON "due_facts" USING btree ((("due_date" + time '12:00') at time zone 'UTC')) WHERE known_until is null;--> statement-breakpoint
CREATE INDEX "extensions_paid" ON "extensions" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "loan_decisions_at" ON "loan_decisions" USING btree ("at");--> statement-breakpoint
CREATE FUNCTION first_holding() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  NEW.is_first := NOT EXISTS (SELECT FROM case_holdings e
    WHERE e.loan_id = NEW.loan_id AND e.case_id = NEW.case_id AND e.from_at < NEW.from_at);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "case_holdings_first" BEFORE INSERT ON "case_holdings" FOR EACH ROW EXECUTE FUNCTION first_holding();--> statement-breakpoint
UPDATE "case_holdings" h SET "is_first" = false
WHERE EXISTS (SELECT FROM "case_holdings" e WHERE e.case_id = h.case_id AND e.from_at < h.from_at);--> statement-breakpoint
-- whoever sees the day's figures sees what they are counted from
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'businessEvents', "codes", "scope" FROM "role_grants" WHERE "page" = 'overview'
ON CONFLICT DO NOTHING;
