CREATE TABLE "credit_assessments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"customer_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"cause" text NOT NULL,
	"reason" text,
	"code" text,
	"product_id" text collate "C",
	"level" integer,
	"currency" text NOT NULL,
	"base_minor" bigint,
	"step_minor" bigint,
	"on_time_loans" integer,
	"coupon_id" text collate "C",
	"coupon_minor" bigint,
	"ceiling_minor" bigint,
	"limit_minor" bigint,
	"tenure_days" jsonb,
	"periods" integer,
	"days_per_period" integer,
	"service_rate_ppm" integer,
	"daily_interest_ppm" integer,
	"at" timestamp (3) with time zone NOT NULL,
	"expires_on" date,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "credit" text DEFAULT 'toCredit' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "limit_expires_on" date;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_assessments_in_force" ON "credit_assessments" USING btree ("customer_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "credit_assessments_customer" ON "credit_assessments" USING btree ("customer_id","at","id");--> statement-breakpoint
CREATE INDEX "credit_assessments_at" ON "credit_assessments" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "credit_assessments_expires" ON "credit_assessments" USING btree ("expires_on","id");--> statement-breakpoint
CREATE INDEX "credit_assessments_state" ON "credit_assessments" USING btree ("state","at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "credit_assessments_coupon" ON "credit_assessments" USING btree ("coupon_id") WHERE coupon_id is not null;--> statement-breakpoint
CREATE INDEX "customers_credit" ON "customers" USING btree ("credit","registered_at","id");--> statement-breakpoint
CREATE INDEX "customers_unassessed" ON "customers" USING btree ("id") WHERE credit = 'toCredit' and kyc = 'done';--> statement-breakpoint
CREATE INDEX "customers_limit_expires" ON "customers" USING btree ("limit_expires_on","id");