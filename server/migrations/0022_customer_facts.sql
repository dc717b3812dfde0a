CREATE TABLE "customer_contacts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"phone_tail" text NOT NULL,
	"phone_index" text collate "C" NOT NULL,
	"relation" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_devices" (
	"customer_id" text collate "C" NOT NULL,
	"mark" text collate "C" NOT NULL,
	"brand" text,
	"model" text,
	"os" text,
	"os_version" text,
	"language" text,
	"made_on" date,
	"memory_mb" integer,
	"operator" text,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_devices_customer_id_mark_pk" PRIMARY KEY("customer_id","mark")
);
--> statement-breakpoint
CREATE TABLE "kyc_steps" (
	"customer_id" text collate "C" NOT NULL,
	"step" text NOT NULL,
	"begun_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "kyc_steps_customer_id_step_pk" PRIMARY KEY("customer_id","step")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "marital_status" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "children" smallint;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "dwelling" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "company_address" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "postcode" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "kyc" text DEFAULT 'basic' NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "device" text collate "C";--> statement-breakpoint
CREATE INDEX "customer_contacts_customer" ON "customer_contacts" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "customer_contacts_phone" ON "customer_contacts" USING btree ("phone_index");--> statement-breakpoint
CREATE INDEX "customer_devices_mark" ON "customer_devices" USING btree ("mark");--> statement-breakpoint
CREATE INDEX "customers_kyc" ON "customers" USING btree ("kyc","registered_at","id") WHERE kyc <> 'done';--> statement-breakpoint
CREATE INDEX "loans_device" ON "loans" USING btree ("device") WHERE device is not null;
--> statement-breakpoint
-- whoever has an order has done every step, at the latest when they applied for the first; of others it is known by what they told
INSERT INTO "kyc_steps" ("customer_id", "step", "done_at")
  SELECT "customer_id", "step", "applied" FROM (SELECT "customer_id", min("applied_at") AS "applied" FROM "loans" GROUP BY 1) AS "first"
  CROSS JOIN unnest(ARRAY['basic', 'contacts', 'identity', 'card', 'live']) AS "step";
--> statement-breakpoint
INSERT INTO "kyc_steps" ("customer_id", "step", "done_at")
  SELECT "id", 'basic', "registered_at" FROM "customers" WHERE "name" IS NOT NULL ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- nobody has changed them: their versions stay
ALTER TABLE "customers" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "customers" SET "kyc" = CASE WHEN EXISTS (SELECT 1 FROM "loans" WHERE "customer_id" = "customers"."id") THEN 'done' ELSE 'contacts' END
  WHERE EXISTS (SELECT 1 FROM "kyc_steps" WHERE "customer_id" = "customers"."id");
--> statement-breakpoint
ALTER TABLE "customers" ENABLE TRIGGER USER;
