ALTER TABLE "payment_links" ADD COLUMN "coupon_id" text collate "C";--> statement-breakpoint
UPDATE "payment_links" SET "coupon_id" = c.id FROM "coupons" c WHERE c.link_id = "payment_links"."id";