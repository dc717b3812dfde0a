ALTER TABLE "roles" ADD COLUMN "reveals_max" integer;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "export_rows_max" integer;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;