CREATE TABLE "deputies" (
	"staff_id" text collate "C" PRIMARY KEY NOT NULL,
	"deputy_id" text collate "C" NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blacklist" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"customer_id" text collate "C",
	"mark" text collate "C" NOT NULL,
	"tail" text,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"added_by" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	"removed_by" text,
	"removed_at" timestamp (3) with time zone,
	"removal" text
);
--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "batch_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "input" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "noun" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "object_id" text collate "C";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "after" jsonb;--> statement-breakpoint
CREATE INDEX "deputies_deputy" ON "deputies" USING btree ("deputy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "blacklist_mark" ON "blacklist" USING btree ("kind","mark") WHERE state = 'listed';--> statement-breakpoint
CREATE INDEX "blacklist_added" ON "blacklist" USING btree ("added_at","id");--> statement-breakpoint
CREATE INDEX "blacklist_customer" ON "blacklist" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "approvals_object" ON "approvals" USING btree ("object_id") WHERE state = 'pending';--> statement-breakpoint
-- flags of before there were entries
INSERT INTO "blacklist" ("id", "state", "kind", "customer_id", "mark", "source", "reason", "added_at")
SELECT 'BL000000' || lpad(n::text, greatest(6, length(n::text)), '0'), 'listed', 'customer', c.id, c.id,
	CASE WHEN w.at IS NULL THEN 'flag' ELSE 'writeOff' END, coalesce(w.reason, 'flagged'), coalesce(w.at, c.registered_at)
FROM (SELECT id, registered_at, row_number() OVER (ORDER BY id) AS n FROM "customers" WHERE blacklisted) c
LEFT JOIN LATERAL (
	SELECT wo.reason, coalesce(wo.effective_at, wo.audited_at, wo.requested_at) AS at
	FROM "write_offs" wo JOIN "loans" l ON l.id = wo.loan_id
	WHERE l.customer_id = c.id AND wo.blacklist ORDER BY wo.requested_at DESC LIMIT 1
) w ON true;
