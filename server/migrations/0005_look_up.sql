CREATE INDEX "customers_email" ON "customers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "payments_upi" ON "payments" USING btree (lower("upi"));--> statement-breakpoint
CREATE INDEX "proofs_upi" ON "proofs" USING btree (lower("upi"));--> statement-breakpoint
CREATE INDEX "write_offs_upi" ON "write_offs" USING btree (lower("upi"));