ALTER TABLE "case_transfers" ALTER COLUMN "to_collector_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "case_transfers" ALTER COLUMN "to_agency_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "cases_closed" ON "cases" USING btree ("closed_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE state = 'closed';--> statement-breakpoint
CREATE INDEX "cases_closed_collector" ON "cases" USING btree ("collector_id","closed_at","id") WHERE state = 'closed';--> statement-breakpoint
CREATE INDEX "loans_live" ON "loans" USING btree ("customer_id") WHERE state in (10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90);