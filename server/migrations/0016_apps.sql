CREATE TABLE "app_groups" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text DEFAULT 'enabled' NOT NULL,
	"name" text NOT NULL,
	"group_id" text collate "C" NOT NULL,
	"package" text NOT NULL,
	"platform" text NOT NULL,
	"release" text NOT NULL,
	"forced_update" boolean DEFAULT false NOT NULL,
	"company" text NOT NULL,
	"default_product_id" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- the apps that products are offered in already
INSERT INTO "app_groups" (id, name, created_at) SELECT 'MAIN', 'Main', min(created_at) FROM "products" HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO "apps" (id, name, group_id, package, platform, release, company, created_at)
SELECT app, app, 'MAIN', '', 'android', '1.0', app, min(created_at) FROM "products" GROUP BY app;
