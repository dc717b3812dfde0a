DROP INDEX "loans_waiting";--> statement-breakpoint
CREATE INDEX "loans_waiting" ON "loans" USING btree ("applied_at","id","decided_at") WHERE state in (20, 22, 26, 31);