CREATE TABLE "failed_messages" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"message_id" bigint NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "failed_messages_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"audience" text NOT NULL,
	"readers" text[] NOT NULL,
	"pop_up" text NOT NULL,
	"show_from" date,
	"show_until" date,
	"maker_id" text collate "C" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcement_exposures" (
	"announcement_id" text collate "C" NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"showing" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "announcement_exposures_announcement_id_staff_id_showing_pk" PRIMARY KEY("announcement_id","staff_id","showing")
);
--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "id" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "changed_by" text;--> statement-breakpoint
CREATE INDEX "announcements_state" ON "announcements" USING btree ("state");--> statement-breakpoint
-- ids of sessions that are no longer than ids are
UPDATE "sessions" SET id = left(id, 36);--> statement-breakpoint
-- what has failed before is looked after as well
INSERT INTO "failed_messages" (id, message_id, failed_at)
SELECT id::text, id, coalesce(sent_at, at) FROM "outbox" WHERE error IS NOT NULL AND state <> 'sent';
