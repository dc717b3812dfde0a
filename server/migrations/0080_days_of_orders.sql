CREATE TABLE "customer_days" (
	"registered_at" timestamp (3) with time zone NOT NULL,
	"app" text NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"kyc" text NOT NULL,
	"credit" text NOT NULL,
	"live_loan" boolean NOT NULL,
	"loans_done" integer NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"rows" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_days" (
	"applied_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"disbursed_at" timestamp (3) with time zone,
	"product_id" text collate "C" NOT NULL,
	"app" text NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"first_loan" boolean NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"state" smallint NOT NULL,
	"machine_result" text,
	"manual_result" text,
	"approved" boolean NOT NULL,
	"denied_code" text,
	"reviewer_id" text collate "C",
	"attempts" integer NOT NULL,
	"rows" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"received_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closed_order_days" (
	"closed_at" timestamp (3) with time zone NOT NULL,
	"reloaned_at" timestamp (3) with time zone,
	"product_id" text collate "C" NOT NULL,
	"app" text NOT NULL,
	"channel" text NOT NULL,
	"ordinal" integer NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"state" smallint NOT NULL,
	"penalty_sign" smallint NOT NULL,
	"rows" integer NOT NULL,
	"paid_minor" bigint NOT NULL,
	"penalty_minor" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "closing_paid_minor" bigint;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "closing_penalty_minor" bigint;--> statement-breakpoint
CREATE INDEX "customer_days_registered" ON "customer_days" USING btree ("registered_at");--> statement-breakpoint
CREATE INDEX "application_days_applied" ON "application_days" USING btree ("applied_at");--> statement-breakpoint
CREATE INDEX "application_days_disbursed" ON "application_days" USING btree ("disbursed_at");--> statement-breakpoint
CREATE INDEX "closed_order_days_closed" ON "closed_order_days" USING btree ("closed_at");--> statement-breakpoint
-- filled as triggers keep it from now on: no row is another version by that
ALTER TABLE "loans" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "loans" l SET "closing_paid_minor" = coalesce(b.paid, 0), "closing_penalty_minor" = coalesce(b.penalty, 0)
  FROM "loans" o LEFT JOIN (SELECT loan_id, sum(paid_penalty + paid_fee + paid_interest + paid_principal) AS paid, sum(charged_penalty) AS penalty
      FROM plans GROUP BY loan_id) b ON b.loan_id = o.id
  WHERE o.id = l.id AND l.closed_at IS NOT NULL AND l.disbursed_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ENABLE TRIGGER USER;--> statement-breakpoint
-- what the plans of an order come to stands beside it once it is closed
CREATE FUNCTION keep_closing() RETURNS trigger LANGUAGE plpgsql
  -- planned once, for the plans of an order in a book of any size, found by an index
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  IF NEW.closed_at IS NULL OR NEW.disbursed_at IS NULL THEN
    NEW.closing_paid_minor := NULL;
    NEW.closing_penalty_minor := NULL;
  ELSE
    SELECT coalesce(sum(paid_penalty + paid_fee + paid_interest + paid_principal), 0), coalesce(sum(charged_penalty), 0)
      INTO NEW.closing_paid_minor, NEW.closing_penalty_minor FROM plans WHERE loan_id = NEW.id;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "loans_closing" BEFORE UPDATE OF "closed_at", "disbursed_at" ON "loans" FOR EACH ROW
  WHEN (NEW.closed_at IS DISTINCT FROM OLD.closed_at OR NEW.disbursed_at IS DISTINCT FROM OLD.disbursed_at)
  EXECUTE FUNCTION keep_closing();--> statement-breakpoint
-- whoever writes a closed order with its amounts has added them up
CREATE TRIGGER "loans_closing_inserted" BEFORE INSERT ON "loans" FOR EACH ROW
  WHEN (NEW.closed_at IS NOT NULL AND NEW.disbursed_at IS NOT NULL AND NEW.closing_paid_minor IS NULL)
  EXECUTE FUNCTION keep_closing();--> statement-breakpoint
-- and follows what is written to its plans later
CREATE FUNCTION tell_closing() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  UPDATE loans l SET closing_paid_minor = told.paid, closing_penalty_minor = told.penalty
    FROM (
      SELECT o.id, b.paid, b.penalty
      FROM (SELECT DISTINCT loan_id FROM written) w
      CROSS JOIN LATERAL (SELECT id, closing_paid_minor, closing_penalty_minor FROM loans
        WHERE id = w.loan_id AND closed_at IS NOT NULL AND disbursed_at IS NOT NULL OFFSET 0) o
      CROSS JOIN LATERAL (SELECT sum(paid_penalty + paid_fee + paid_interest + paid_principal) AS paid, sum(charged_penalty) AS penalty
        FROM plans WHERE loan_id = o.id OFFSET 0) b
      WHERE (o.closing_paid_minor, o.closing_penalty_minor) IS DISTINCT FROM (b.paid, b.penalty)
      OFFSET 0
    ) told
    WHERE l.id = told.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "plans_closing_inserted" AFTER INSERT ON "plans" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_closing();--> statement-breakpoint
CREATE TRIGGER "plans_closing_updated" AFTER UPDATE ON "plans" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_closing();
