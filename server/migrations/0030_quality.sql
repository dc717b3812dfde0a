CREATE TABLE "quality_draws" (
	"day" date PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"rules" jsonb NOT NULL,
	"decided" integer NOT NULL,
	"drawn" integer NOT NULL,
	"drawn_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quality_inspections" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"review_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"reviewer_id" text collate "C" NOT NULL,
	"result" text NOT NULL,
	"review_code" text,
	"reviewed_at" timestamp (3) with time zone NOT NULL,
	"rule" text NOT NULL,
	"seed" text NOT NULL,
	"decided_on" date NOT NULL,
	"drawn_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"inspector_id" text collate "C",
	"locked_until" timestamp (3) with time zone,
	"outcome" text,
	"code" text,
	"remark" text,
	"inspected_at" timestamp (3) with time zone,
	"shown_at" timestamp (3) with time zone,
	"appeal" text,
	"appeal_reason" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_decided_by" text,
	"appeal_remark" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"sent_back_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "quality_inspections_review" ON "quality_inspections" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "quality_inspections_queue" ON "quality_inspections" USING btree ("drawn_at","id") WHERE state = 'notInspected';--> statement-breakpoint
CREATE INDEX "quality_inspections_unseen" ON "quality_inspections" USING btree ("inspected_at") WHERE state = 'inspected';--> statement-breakpoint
CREATE INDEX "quality_inspections_appealed" ON "quality_inspections" USING btree ("appealed_at","id") WHERE appeal = 'pending';--> statement-breakpoint
CREATE INDEX "quality_inspections_state" ON "quality_inspections" USING btree ("state","drawn_at","id");--> statement-breakpoint
CREATE INDEX "quality_inspections_drawn" ON "quality_inspections" USING btree ("drawn_at","id");--> statement-breakpoint
CREATE INDEX "quality_inspections_reviewed" ON "quality_inspections" USING btree ("reviewed_at","id");--> statement-breakpoint
CREATE INDEX "quality_inspections_reviewer" ON "quality_inspections" USING btree ("reviewer_id","reviewed_at");--> statement-breakpoint
CREATE INDEX "quality_inspections_inspector" ON "quality_inspections" USING btree ("inspector_id","inspected_at");--> statement-breakpoint
CREATE INDEX "quality_inspections_inspected" ON "quality_inspections" USING btree ("inspected_at","id");--> statement-breakpoint
CREATE INDEX "quality_inspections_loan" ON "quality_inspections" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "reviews_counted" ON "reviews" USING btree ("ended_at") WHERE state in ('passed', 'failed');--> statement-breakpoint
-- inspectors see the reviews that were drawn for them: a role that nobody has edited since it was delivered
UPDATE "role_grants" SET "scope" = 'sample' WHERE "role_id" IN (SELECT "id" FROM "roles" WHERE "mark" = 'QC' AND "version" = 1) AND "page" = 'reviewQueue' AND "scope" = 'all';
