DROP INDEX "loans_collector";--> statement-breakpoint
CREATE INDEX "loans_collector" ON "loans" USING btree ("collector_id","state","customer_id") WHERE agency_id is not null;