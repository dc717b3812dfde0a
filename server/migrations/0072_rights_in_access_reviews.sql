ALTER TABLE "access_reviews" RENAME COLUMN "unused_pages" TO "unused_rights";--> statement-breakpoint
DROP INDEX "access_reviews_open";--> statement-breakpoint
ALTER TABLE "access_reviews" ALTER COLUMN "staff_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD COLUMN "page" text;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD COLUMN "button" text;--> statement-breakpoint
CREATE UNIQUE INDEX "access_reviews_open" ON "access_reviews" USING btree (coalesce(staff_id, ''),"finding",coalesce(role_id, ''),coalesce(page, ''),coalesce(button, '')) WHERE state = 'open';