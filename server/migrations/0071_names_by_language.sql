ALTER TABLE "coupon_templates" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;