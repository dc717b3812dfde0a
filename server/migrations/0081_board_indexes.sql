DROP INDEX "cases_closed";--> statement-breakpoint
DROP INDEX "plans_due";--> statement-breakpoint
CREATE INDEX "cases_one_now" ON "cases" USING btree ("loan_id","stage","opened_at","unit_path","collector_id","last_contact_at","state") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "plans_owing" ON "plans" USING btree ("loan_id","owed_minor") WHERE owed_minor <> 0;--> statement-breakpoint
CREATE INDEX "cases_closed" ON "cases" USING btree ("closed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"unit_path","close_reason","stage","loan_id") WHERE state = 'closed';--> statement-breakpoint
CREATE INDEX "plans_due" ON "plans" USING btree ("due_date","id","settled_at");