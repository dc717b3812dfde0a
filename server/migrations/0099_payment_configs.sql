DROP INDEX "payments_platform";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "config_id" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_platform" ON "payments" USING btree ("channel","platform_ref",coalesce("config_id", '')) WHERE platform_ref is not null;--> statement-breakpoint
UPDATE payments p SET config_id = l.config_id FROM payment_links l WHERE l.id = p.link_id AND l.config_id IS NOT NULL;--> statement-breakpoint
-- References as channels had written them, told apart as people do; one that counts already under the same stays as it was.
UPDATE payments p SET utr = nullif(upper(btrim(p.utr)), '')
  WHERE p.utr <> coalesce(nullif(upper(btrim(p.utr)), ''), '–') AND (p.state <> 'success' OR NOT EXISTS (
    SELECT FROM payments o WHERE o.id <> p.id AND o.state = 'success' AND upper(btrim(o.utr)) = nullif(upper(btrim(p.utr)), '')
      AND (o.utr = upper(btrim(p.utr)) OR o.id < p.id)));--> statement-breakpoint
UPDATE payouts SET utr = nullif(upper(btrim(utr)), '') WHERE utr <> coalesce(nullif(upper(btrim(utr)), ''), '–');
