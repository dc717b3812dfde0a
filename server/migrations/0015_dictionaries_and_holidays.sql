CREATE TABLE "dictionaries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"name" text,
	"names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"parent_id" text collate "C",
	"sort" integer NOT NULL,
	"place" text collate "C" DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dictionary_entries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"dictionary_id" text collate "C" NOT NULL,
	"code" text NOT NULL,
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"defaults" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sort" integer NOT NULL,
	"tone" text NOT NULL,
	"state" text DEFAULT 'enabled' NOT NULL,
	"added" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dictionary_entry_uses" (
	"entry_id" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"date" date NOT NULL,
	"name" text NOT NULL,
	"quiet" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dictionaries" ADD CONSTRAINT "dictionaries_parent_id_dictionaries_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."dictionaries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dictionary_entries" ADD CONSTRAINT "dictionary_entries_dictionary_id_dictionaries_id_fk" FOREIGN KEY ("dictionary_id") REFERENCES "public"."dictionaries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dictionary_entry_uses" ADD CONSTRAINT "dictionary_entry_uses_entry_id_dictionary_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."dictionary_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dictionary_entries_code" ON "dictionary_entries" USING btree ("dictionary_id","code");--> statement-breakpoint
CREATE INDEX "dictionary_entries_by_code" ON "dictionary_entries" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "holidays_date" ON "holidays" USING btree ("date");