DROP INDEX "reviews_decided";--> statement-breakpoint
CREATE INDEX "reviews_decided" ON "reviews" USING btree ("reviewer_id","decided_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"state","opened_at");