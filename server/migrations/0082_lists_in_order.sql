DROP INDEX "loans_waiting";--> statement-breakpoint
DROP INDEX "reviews_decided";--> statement-breakpoint
CREATE INDEX "journal_entries_late" ON "journal_entries" USING btree ("day","id") WHERE late;--> statement-breakpoint
CREATE INDEX "customers_to_credit" ON "customers" USING btree ("registered_at","id") WHERE kyc = 'done' and credit in ('toCredit', 'abnormal');--> statement-breakpoint
CREATE INDEX "due_facts_corrected" ON "due_facts" USING btree ("due_date","id") WHERE known_until is not null;--> statement-breakpoint
CREATE INDEX "reviews_decided_last" ON "reviews" USING btree ("decided_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_waiting" ON "loans" USING btree ("applied_at","id") WHERE state in (20, 22, 26, 31);--> statement-breakpoint
CREATE INDEX "reviews_decided" ON "reviews" USING btree ("reviewer_id","decided_at" DESC NULLS LAST,"id" DESC NULLS FIRST);