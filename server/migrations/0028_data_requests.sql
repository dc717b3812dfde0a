CREATE TABLE "data_requests" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"reason" text NOT NULL,
	"maker_id" text collate "C" NOT NULL,
	"checker_id" text collate "C",
	"approved_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"count" integer,
	"kept" integer,
	"kept_until" date
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erased_on" date;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "kept_until" date;--> statement-breakpoint
CREATE INDEX "data_requests_approved" ON "data_requests" USING btree ("approved_at","id");--> statement-breakpoint
CREATE INDEX "data_requests_customer" ON "data_requests" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "data_requests_expires" ON "data_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "customers_erased" ON "customers" USING btree ("erased_on","id") WHERE erased_on is not null;