CREATE TABLE "report_runs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"schedule_id" text collate "C" NOT NULL,
	"recipient_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"trigger" text NOT NULL,
	"format" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"rows" integer,
	"bytes" bigint,
	"error" text,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"content" text NOT NULL,
	"query" text NOT NULL,
	"shape" jsonb NOT NULL,
	"rows_by" text,
	"frequency" text NOT NULL,
	"time" text NOT NULL,
	"format" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_schedule_turns" (
	"schedule_id" text collate "C" PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_schedule_id_report_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."report_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedule_turns" ADD CONSTRAINT "report_schedule_turns_schedule_id_report_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."report_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_runs_once" ON "report_runs" USING btree ("schedule_id","due_at","recipient_id");--> statement-breakpoint
CREATE INDEX "report_runs_next" ON "report_runs" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "report_runs_due" ON "report_runs" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "report_schedules_owner" ON "report_schedules" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "report_schedule_turns_next" ON "report_schedule_turns" USING btree ("next_at");--> statement-breakpoint
-- whoever takes any list or report along has it sent; the administrator sees all of them
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT DISTINCT g."role_id", p."page", p."codes", CASE g."role_id" WHEN 'ADM' THEN 'all' ELSE 'own' END
FROM "role_grants" g CROSS JOIN (VALUES ('reportSchedules', 7), ('reportRuns', 0)) p("page", "codes")
WHERE g."codes" & 8 <> 0 OR g."role_id" IN ('ADM', 'EXE', 'MGR', 'OPS', 'CS', 'CTL', 'SPI', 'SPE')
ON CONFLICT DO NOTHING;
