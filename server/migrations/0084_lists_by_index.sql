DROP INDEX "settlement_items_report";--> statement-breakpoint
CREATE INDEX "journal_entries_listed" ON "journal_entries" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "reviews_queue_waiting" ON "reviews" USING btree ("waiting_since","id") WHERE state in ('unclaimed', 'manualCheck');--> statement-breakpoint
CREATE INDEX "settlement_items_report" ON "settlement_items" USING btree ("report_id","line","state");