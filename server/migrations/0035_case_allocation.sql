CREATE TABLE "case_allocation_credits" (
	"stage" text NOT NULL,
	"unit_id" text collate "C" NOT NULL,
	"credit" integer NOT NULL,
	CONSTRAINT "case_allocation_credits_stage_unit_id_pk" PRIMARY KEY("stage","unit_id")
);
--> statement-breakpoint
CREATE TABLE "case_allocation_people" (
	"allocation_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"unit_id" text collate "C" NOT NULL,
	"bar" text,
	"open" integer NOT NULL,
	"capacity" integer,
	"room" integer,
	"given" integer NOT NULL,
	"given_minor" bigint NOT NULL,
	"gets" integer NOT NULL,
	"gets_minor" bigint NOT NULL,
	"before" integer NOT NULL,
	CONSTRAINT "case_allocation_people_allocation_id_stage_staff_id_pk" PRIMARY KEY("allocation_id","stage","staff_id")
);
--> statement-breakpoint
CREATE TABLE "case_allocation_shares" (
	"allocation_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	"unit_id" text collate "C" NOT NULL,
	"parent_id" text collate "C",
	"weight" smallint,
	"bar" text,
	"credit_before" integer NOT NULL,
	"credit_after" integer NOT NULL,
	"cases" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "case_allocation_shares_allocation_id_stage_unit_id_pk" PRIMARY KEY("allocation_id","stage","unit_id")
);
--> statement-breakpoint
CREATE TABLE "case_allocation_stages" (
	"allocation_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	"rank" smallint NOT NULL,
	"name" text NOT NULL,
	"roll_policy" text NOT NULL,
	"queued" integer NOT NULL,
	"given" integer NOT NULL,
	"kept" integer NOT NULL,
	"unplaced" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"waited" integer NOT NULL,
	"rolled" integer NOT NULL,
	"opened" integer NOT NULL,
	"oldest_wait" timestamp (3) with time zone,
	"promised" integer NOT NULL,
	"held" integer NOT NULL,
	"paying" integer NOT NULL,
	"room" integer,
	CONSTRAINT "case_allocation_stages_allocation_id_stage_pk" PRIMARY KEY("allocation_id","stage")
);
--> statement-breakpoint
CREATE TABLE "case_allocations" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"day" date NOT NULL,
	"operator_id" text collate "C",
	"unit_path" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"queued" integer DEFAULT 0 NOT NULL,
	"given" integer DEFAULT 0 NOT NULL,
	"unplaced" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"amount_minor" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_assignments" (
	"allocation_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	"turn" integer NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"case_id" text collate "C",
	"case_version" integer,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"from_id" text collate "C",
	"to_id" text collate "C",
	"kept" boolean NOT NULL,
	CONSTRAINT "case_assignments_allocation_id_stage_turn_pk" PRIMARY KEY("allocation_id","stage","turn")
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "case_allocations_started" ON "case_allocations" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "case_allocations_day" ON "case_allocations" USING btree ("day","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "case_allocations_one_running" ON "case_allocations" USING btree ("state") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "case_assignments_case" ON "case_assignments" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "case_assignments_to" ON "case_assignments" USING btree ("allocation_id","stage","to_id","turn");--> statement-breakpoint
-- what waits has waited since it was opened: since when somebody gave it back nobody wrote down
UPDATE "cases" SET "waiting_since" = "opened_at" WHERE "state" = 'allocating';--> statement-breakpoint
-- whose the open case of an order is stands beside it and what belongs to it. For all orders of a statement at once: a night
-- gives a hundred thousand cases to somebody
DROP TRIGGER "cases_given" ON "cases";--> statement-breakpoint
DROP TRIGGER "cases_held" ON "cases";--> statement-breakpoint
DROP FUNCTION tell_holder();--> statement-breakpoint
CREATE FUNCTION tell_holders(orders text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  about text[];
BEGIN
  WITH held AS (
    UPDATE loans r SET collector_id = h.collector_id, group_id = h.group_id, agency_id = h.agency_id
      FROM (SELECT o.id, c.collector_id, c.group_id, c.agency_id FROM unnest(orders) AS o (id)
        LEFT JOIN cases c ON c.loan_id = o.id AND c.state <> 'closed') h
      WHERE r.id = h.id
        AND (r.collector_id, r.group_id, r.agency_id) IS DISTINCT FROM (h.collector_id, h.group_id, h.agency_id)
      RETURNING r.id, r.customer_id, r.collector_id, r.group_id, r.agency_id
  ), of_plans AS (
    UPDATE plans r SET collector_id = h.collector_id, group_id = h.group_id, agency_id = h.agency_id FROM held h
      WHERE r.loan_id = h.id
        AND (r.collector_id, r.group_id, r.agency_id) IS DISTINCT FROM (h.collector_id, h.group_id, h.agency_id)
  ), of_payments AS (
    UPDATE payments r SET collector_id = h.collector_id, group_id = h.group_id, agency_id = h.agency_id FROM held h
      WHERE r.loan_id = h.id
        AND (r.collector_id, r.group_id, r.agency_id) IS DISTINCT FROM (h.collector_id, h.group_id, h.agency_id)
  ), of_extensions AS (
    UPDATE extensions r SET collector_id = h.collector_id, group_id = h.group_id, agency_id = h.agency_id FROM held h
      WHERE r.loan_id = h.id
        AND (r.collector_id, r.group_id, r.agency_id) IS DISTINCT FROM (h.collector_id, h.group_id, h.agency_id)
  ), of_card_changes AS (
    UPDATE card_changes r SET collector_id = h.collector_id, group_id = h.group_id, agency_id = h.agency_id FROM held h
      WHERE r.loan_id = h.id
        AND (r.collector_id, r.group_id, r.agency_id) IS DISTINCT FROM (h.collector_id, h.group_id, h.agency_id)
  )
  SELECT array_agg(DISTINCT customer_id) INTO about FROM held;
  IF about IS NULL THEN
    RETURN;
  END IF;
  UPDATE customers r SET held = NOT held WHERE r.id = ANY (about)
    AND r.held IS DISTINCT FROM EXISTS (SELECT FROM loans WHERE customer_id = r.id AND agency_id IS NOT NULL);
END $$;--> statement-breakpoint
CREATE FUNCTION tell_given() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_holders(orders) FROM (SELECT array_agg(loan_id) AS orders FROM given WHERE state <> 'closed') found
    WHERE orders IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- a case that rolls to another stage is closed and followed by a new one in the same transaction: only that one tells whose
-- it is
CREATE FUNCTION tell_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_holders(orders) FROM (SELECT array_agg(n.loan_id) AS orders FROM given n JOIN was w ON w.id = n.id
    WHERE w.state <> 'closed' AND n.close_reason IS DISTINCT FROM 'rolled'
      AND (w.state, w.collector_id, w.group_id, w.agency_id)
        IS DISTINCT FROM (n.state, n.collector_id, n.group_id, n.agency_id)) found
    WHERE orders IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "cases_given" AFTER INSERT ON "cases" REFERENCING NEW TABLE AS given
  FOR EACH STATEMENT EXECUTE FUNCTION tell_given();--> statement-breakpoint
CREATE TRIGGER "cases_held" AFTER UPDATE ON "cases" REFERENCING OLD TABLE AS was NEW TABLE AS given
  FOR EACH STATEMENT EXECUTE FUNCTION tell_held();
