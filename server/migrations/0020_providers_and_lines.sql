CREATE TABLE "line_calls" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"line_id" text collate "C",
	"staff_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"way" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"connected" boolean
);
--> statement-breakpoint
CREATE TABLE "lines" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text DEFAULT 'enabled' NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"provider_id" text collate "C",
	"staff_id" text collate "C",
	"agency_id" text collate "C",
	"spam" boolean DEFAULT false NOT NULL,
	"tested" text,
	"tested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_bindings" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text DEFAULT 'enabled' NOT NULL,
	"app_id" text collate "C" NOT NULL,
	"config_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_configs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"provider_id" text collate "C" NOT NULL,
	"state" text DEFAULT 'enabled' NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"account" text,
	"api_key" text,
	"api_key_mask" text,
	"signing_key" text,
	"signing_key_mask" text,
	"weight" integer NOT NULL,
	"price_minor" bigint,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_health" (
	"config_id" text collate "C" PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"down_until" timestamp (3) with time zone,
	"error" text,
	"up_at" timestamp (3) with time zone,
	"tested" text,
	"tested_at" timestamp (3) with time zone,
	"latency_ms" integer
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text DEFAULT 'enabled' NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "config_id" text collate "C";--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "config_id" text collate "C";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "config_id" text collate "C";--> statement-breakpoint
ALTER TABLE "tele_verifications" ADD COLUMN "line_id" text collate "C";--> statement-breakpoint
CREATE INDEX "line_calls_line" ON "line_calls" USING btree ("line_id","at");--> statement-breakpoint
CREATE INDEX "line_calls_loan" ON "line_calls" USING btree ("loan_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "lines_number" ON "lines" USING btree ("kind","number");--> statement-breakpoint
CREATE UNIQUE INDEX "lines_staff" ON "lines" USING btree ("staff_id","kind") WHERE staff_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_bindings_once" ON "provider_bindings" USING btree ("app_id","config_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_configs_name" ON "provider_configs" USING btree ("provider_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "providers_name" ON "providers" USING btree ("name");--> statement-breakpoint
-- what is with the gateway of the environment stays with it, whatever other configurations there will be
UPDATE "payouts" SET config_id = 'ENV-PAYOUT' WHERE state = 'paying';
