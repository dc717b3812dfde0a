CREATE TABLE "consents" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"customer_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"document" text NOT NULL,
	"document_version" text NOT NULL,
	"channel" text NOT NULL,
	"given_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"withdrawn_by" text,
	"reason" text,
	"recorded_by" text,
	"recorded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "consents_in_force" ON "consents" USING btree ("customer_id","document") WHERE state = 'given';--> statement-breakpoint
CREATE INDEX "consents_customer" ON "consents" USING btree ("customer_id","document","recorded_at");--> statement-breakpoint
CREATE INDEX "consents_recorded" ON "consents" USING btree ("recorded_at","id");--> statement-breakpoint
CREATE INDEX "consents_withdrawn" ON "consents" USING btree ("recorded_at","id") WHERE state = 'withdrawn';