ALTER TABLE "report_runs" ADD COLUMN "measured" text;--> statement-breakpoint
ALTER TABLE "report_runs" ADD COLUMN "met" boolean;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "condition" text;