ALTER TABLE "staff" ADD COLUMN "phone" text;--> statement-breakpoint
CREATE INDEX "staff_name" ON "staff" USING btree ("name");