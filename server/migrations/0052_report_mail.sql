ALTER TABLE "report_runs" ADD COLUMN "mail" text;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "delivery" text DEFAULT 'centre' NOT NULL;