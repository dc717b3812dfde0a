CREATE INDEX "case_holdings_from" ON "case_holdings" USING btree ("from_at","id");--> statement-breakpoint
CREATE INDEX "follow_ups_at" ON "follow_ups" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "reductions_passed" ON "reductions" USING btree ("audited_at","id") WHERE state = 'passed';