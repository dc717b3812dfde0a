CREATE TABLE "access_reviews" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"finding" text NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"role_id" text collate "C",
	"last_used_at" timestamp (3) with time zone,
	"found_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_pictures" (
	"staff_id" text collate "C" PRIMARY KEY NOT NULL,
	"picture" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_use" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"reveals" integer NOT NULL,
	"exports" integer NOT NULL,
	"exported_rows" integer NOT NULL,
	"rank" integer NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "do_not_disturb" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"kind" text NOT NULL,
	"mark" text collate "C" NOT NULL,
	"tail" text,
	"customer_id" text collate "C",
	"channel" text NOT NULL,
	"scope" text NOT NULL,
	"origin" text NOT NULL,
	"until" date,
	"remark" text NOT NULL,
	"added_by" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	"lifted_by" text,
	"lifted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "menu_entries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"sort" integer NOT NULL,
	"icon" text,
	"hidden" boolean NOT NULL,
	"path" text NOT NULL,
	"labels" jsonb NOT NULL,
	"defaults" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_templates" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text DEFAULT 'enabled' NOT NULL,
	"occasion" text NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"original" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "messages_reminded";--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "loan_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "contract_until" date;--> statement-breakpoint
CREATE UNIQUE INDEX "access_reviews_open" ON "access_reviews" USING btree ("staff_id","finding",coalesce(role_id, '')) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "access_reviews_staff" ON "access_reviews" USING btree ("staff_id","finding");--> statement-breakpoint
CREATE INDEX "access_reviews_found" ON "access_reviews" USING btree ("found_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "data_use_of" ON "data_use" USING btree ("date","staff_id");--> statement-breakpoint
CREATE INDEX "data_use_rank" ON "data_use" USING btree ("date","rank");--> statement-breakpoint
CREATE UNIQUE INDEX "do_not_disturb_mark" ON "do_not_disturb" USING btree ("kind","mark","channel") WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX "do_not_disturb_added" ON "do_not_disturb" USING btree ("added_at","id");--> statement-breakpoint
CREATE INDEX "do_not_disturb_customer" ON "do_not_disturb" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_templates_of" ON "message_templates" USING btree ("occasion","channel","language");--> statement-breakpoint
CREATE INDEX "messages_customer" ON "messages" USING btree ("customer_id","send_at");--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_reminded" ON "messages" USING btree ("customer_id","reminds") WHERE reminds is not null and state <> 'refused';