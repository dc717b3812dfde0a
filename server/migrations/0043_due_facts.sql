CREATE TABLE "due_fact_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"plan_id" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_facts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"known_from" date NOT NULL,
	"known_until" date,
	"loan_id" text collate "C" NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"app" text collate "C" NOT NULL,
	"channel" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"first_loan" boolean NOT NULL,
	"due_date" date NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"open_minor" bigint NOT NULL,
	"settled_on" date,
	"extended" boolean NOT NULL,
	"unpaid_minor" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "due_facts_plan" ON "due_facts" USING btree ("plan_id") WHERE known_until is null;--> statement-breakpoint
CREATE INDEX "due_facts_versions" ON "due_facts" USING btree ("plan_id","known_from");--> statement-breakpoint
CREATE INDEX "due_facts_known" ON "due_facts" USING btree ("due_date","id") WHERE known_until is null;--> statement-breakpoint
CREATE INDEX "due_facts_due" ON "due_facts" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX "due_facts_loan" ON "due_facts" USING btree ("loan_id");--> statement-breakpoint
CREATE FUNCTION tell_due_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO due_fact_changes (plan_id) VALUES (NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
-- what penalties come to every night says nothing of what was due: it is no such change
CREATE TRIGGER "due_fact_changed" AFTER INSERT OR UPDATE OF state, settled_at, due_date, charged_fee, charged_interest,
  charged_principal, paid_fee, paid_interest, paid_principal, reduced_fee, reduced_interest, reduced_principal, reduced_at,
  discounted_fee, discounted_interest, discounted_principal ON "plans" FOR EACH ROW EXECUTE FUNCTION tell_due_fact();--> statement-breakpoint
INSERT INTO due_fact_changes (plan_id) SELECT id FROM plans ORDER BY id;--> statement-breakpoint
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'dueFacts', "codes", "scope" FROM "role_grants" WHERE "page" = 'repaymentReport'
ON CONFLICT DO NOTHING;
