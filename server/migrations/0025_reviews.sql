CREATE TABLE "reviews" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"loan_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"priority" smallint DEFAULT 0 NOT NULL,
	"need_manual" boolean DEFAULT true NOT NULL,
	"machine_review_id" text collate "C",
	"machine_state" text,
	"machine_completed_at" timestamp (3) with time zone,
	"machine_seconds" integer,
	"rounds" integer DEFAULT 0 NOT NULL,
	"reviewer_id" text collate "C",
	"result" text,
	"code" text,
	"remark" text,
	"asked" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"locked_until" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "reviews_queue" ON "reviews" USING btree ("priority" DESC NULLS FIRST,"waiting_since","id") WHERE state = 'unclaimed';--> statement-breakpoint
CREATE INDEX "reviews_reviewer" ON "reviews" USING btree ("reviewer_id","state");--> statement-breakpoint
CREATE INDEX "reviews_reviewer_queued" ON "reviews" USING btree ("reviewer_id","queued_at","id");--> statement-breakpoint
CREATE INDEX "reviews_decided" ON "reviews" USING btree ("reviewer_id","decided_at") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "reviews_state" ON "reviews" USING btree ("state","queued_at","id");--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("waiting_since","id") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "reviews_unended" ON "reviews" USING btree ("queued_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "reviews_queued" ON "reviews" USING btree ("queued_at","id");--> statement-breakpoint
CREATE INDEX "reviews_locked" ON "reviews" USING btree ("locked_until") WHERE locked_until is not null;--> statement-breakpoint
CREATE INDEX "reviews_loan" ON "reviews" USING btree ("loan_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_open" ON "reviews" USING btree ("loan_id") WHERE ended_at is null;
--> statement-breakpoint
-- reviews of before there were any: of orders that wait for a reviewer, and of what reviewers have decided
CREATE SEQUENCE IF NOT EXISTS "ids_review";--> statement-breakpoint
INSERT INTO "reviews" (id, loan_id, state, reviewer_id, rounds, result, code, remark, queued_at, opened_at, decided_at, ended_at)
SELECT 'RV' || to_char(d.at, 'YYMMDD') || lpad(nextval('ids_review')::text, 6, '0'), d.loan_id, d.outcome, l.reviewer_id, 1,
	d.outcome, CASE WHEN d.outcome = 'failed' THEN d.code END, d.remark, coalesce(q.at, l.applied_at), d.at, d.at, d.at
FROM "loan_decisions" d JOIN "loans" l ON l.id = d.loan_id
LEFT JOIN LATERAL (
	SELECT max(s.at) AS at FROM "loan_states" s WHERE s.loan_id = d.loan_id AND s.to_state = 22 AND s.from_state <> 22 AND s.at <= d.at
) q ON true
WHERE d.decided_by <> 'rule engine' AND d.outcome IN ('passed', 'failed')
ORDER BY d.id;--> statement-breakpoint
INSERT INTO "reviews" (id, loan_id, state, priority, reviewer_id, queued_at, waiting_since)
SELECT 'RV' || to_char(w.at, 'YYMMDD') || lpad(nextval('ids_review')::text, 6, '0'), w.id,
	CASE WHEN w.reviewer_id IS NULL THEN 'unclaimed' ELSE 'toAudit' END, CASE WHEN w.returned THEN 2 ELSE 0 END,
	w.reviewer_id, w.at, w.at
FROM (
	SELECT l.id, l.reviewer_id, coalesce(s.at, l.applied_at) AS at, coalesce(s.event = 'reinspect', false) AS returned
	FROM "loans" l LEFT JOIN LATERAL (
		SELECT at, event FROM "loan_states" WHERE loan_id = l.id AND to_state = 22 AND from_state <> 22 ORDER BY id DESC LIMIT 1
	) s ON true
	WHERE l.state = 22 ORDER BY l.id
) w;
