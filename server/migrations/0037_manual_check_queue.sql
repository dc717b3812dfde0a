DROP INDEX "reviews_queue";--> statement-breakpoint
CREATE INDEX "reviews_queue" ON "reviews" USING btree ("priority" DESC NULLS FIRST,"waiting_since","id") WHERE state in ('unclaimed', 'manualCheck');--> statement-breakpoint
UPDATE "reviews" SET "state" = 'manualCheck' WHERE "state" = 'unclaimed' AND "machine_state" = 'abnormal';
