CREATE TABLE "ad_spend" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"department_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"campaign" text NOT NULL,
	"media" text NOT NULL,
	"channel" text NOT NULL,
	"app" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"spend_minor" bigint NOT NULL,
	"impressions" integer NOT NULL,
	"clicks" integer NOT NULL,
	"installs" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_event_days" (
	"cohort_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"media" text,
	"campaign" text,
	"app" text collate "C" NOT NULL,
	"department_id" text collate "C" NOT NULL,
	"due_on" date,
	"unpaid_t0_sign" smallint,
	"unpaid_t3_sign" smallint,
	"unpaid_t10_sign" smallint,
	"rows" integer NOT NULL,
	"amount_minor" bigint,
	"result_minor" bigint,
	"impressions" bigint,
	"clicks" bigint,
	"installs" bigint,
	"unpaid_t0_minor" bigint,
	"unpaid_t3_minor" bigint,
	"unpaid_t10_minor" bigint
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "media" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "campaign" text;--> statement-breakpoint
CREATE UNIQUE INDEX "ad_spend_campaign_day" ON "ad_spend" USING btree ("campaign","day");--> statement-breakpoint
CREATE INDEX "ad_spend_day" ON "ad_spend" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "channel_event_days_cohort" ON "channel_event_days" USING btree ("cohort_at");--> statement-breakpoint
-- whoever sees how registrations convert sees what channels and campaigns bring; whoever answers for the budget enters spend
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT g."role_id", p."page",
  CASE WHEN p."page" = 'adSpend' AND g."role_id" IN ('MGR', 'OPS') THEN 1 + 2 + 4 + 8 + 32 ELSE g."codes" END, g."scope"
FROM "role_grants" g CROSS JOIN (VALUES ('channelReport'), ('channelEvents'), ('deliveryReport'), ('adSpend')) p("page")
WHERE g."page" = 'processReport' AND g."role_id" IN ('ADM', 'EXE', 'MGR', 'OPS', 'SPI')
ON CONFLICT DO NOTHING;
