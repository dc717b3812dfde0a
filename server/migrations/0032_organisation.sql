CREATE TABLE "collectors" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"participates" boolean DEFAULT true NOT NULL,
	"capacity" integer,
	"address_book_visible" boolean DEFAULT false NOT NULL,
	"certificate" text,
	"certificate_until" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collectors_capacity_positive" CHECK (capacity > 0)
);
--> statement-breakpoint
CREATE TABLE "collector_stages" (
	"collector_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	CONSTRAINT "collector_stages_collector_id_stage_pk" PRIMARY KEY("collector_id","stage")
);
--> statement-breakpoint
CREATE TABLE "duty_days" (
	"staff_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"duty" text NOT NULL,
	CONSTRAINT "duty_days_staff_id_day_pk" PRIMARY KEY("staff_id","day")
);
--> statement-breakpoint
CREATE TABLE "duty_patterns" (
	"staff_id" text collate "C" NOT NULL,
	"weekday" smallint NOT NULL,
	"works" boolean NOT NULL,
	CONSTRAINT "duty_patterns_staff_id_weekday_pk" PRIMARY KEY("staff_id","weekday"),
	CONSTRAINT "duty_patterns_weekday" CHECK (weekday between 1 and 7)
);
--> statement-breakpoint
CREATE TABLE "commission_rates" (
	"agency_id" text collate "C" NOT NULL,
	"stage" text NOT NULL,
	"valid_from" date NOT NULL,
	"rate_ppm" integer NOT NULL,
	CONSTRAINT "commission_rates_agency_id_stage_valid_from_pk" PRIMARY KEY("agency_id","stage","valid_from")
);
--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "officer_id" text collate "C";--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "external" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "contract_from" date;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "certificate" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "weight" smallint;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "collector_stages_stage" ON "collector_stages" USING btree ("stage","collector_id");--> statement-breakpoint
CREATE INDEX "duty_days_day" ON "duty_days" USING btree ("day");--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_weight_percent" CHECK (weight between 0 and 100);--> statement-breakpoint
-- who collects already: whoever works the cases that they hold, in an agency; of every stage, from Monday to Saturday
INSERT INTO "collectors" ("id")
SELECT s.id FROM "staff" s
WHERE EXISTS (SELECT FROM "staff_roles" held
  JOIN "role_grants" g ON g.role_id = held.role_id AND g.page = 'openCases' AND g.scope = 'own' AND g.codes & 2 > 0
  WHERE held.staff_id = s.id)
AND EXISTS (SELECT FROM "units" u JOIN "units" a ON a.kind = 'agency' AND starts_with(u.path, a.path) WHERE u.id = s.unit_id);--> statement-breakpoint
INSERT INTO "collector_stages" ("collector_id", "stage") SELECT c.id, s.id FROM "collectors" c CROSS JOIN "stages" s;--> statement-breakpoint
INSERT INTO "duty_patterns" ("staff_id", "weekday", "works")
SELECT c.id, weekday, weekday < 7 FROM "collectors" c CROSS JOIN generate_series(1, 7) AS weekday;
