ALTER TABLE "access_reviews" ADD COLUMN "unused_pages" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "data_use" ADD COLUMN "copied_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "data_use" ADD COLUMN "documents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD COLUMN "since" timestamp (3) with time zone DEFAULT now() NOT NULL;