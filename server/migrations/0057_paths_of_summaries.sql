ALTER TABLE "collection_activity_days" RENAME COLUMN "place" TO "unit_path";
--> statement-breakpoint
ALTER TABLE "recovery_days" RENAME COLUMN "place" TO "unit_path";
