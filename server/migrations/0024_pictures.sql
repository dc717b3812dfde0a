CREATE TABLE "machine_reviews" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"loan_id" text collate "C",
	"state" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"error" text,
	"read_at" timestamp (3) with time zone,
	"face_ppm" integer,
	"alive" boolean,
	"bureau_score" integer
);
--> statement-breakpoint
CREATE TABLE "customer_pictures" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"file_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"sha256" text NOT NULL,
	"external_id" text collate "C",
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "customer_pictures_external_id_unique" UNIQUE("external_id")
);
--> statement-breakpoint
CREATE TABLE "picture_reveals" (
	"staff_id" text collate "C" NOT NULL,
	"picture_id" text collate "C" NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "picture_reveals_staff_id_picture_id_pk" PRIMARY KEY("staff_id","picture_id")
);
--> statement-breakpoint
CREATE TABLE "document_readings" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"sealed" text,
	"tail" text,
	"blind_index" text collate "C",
	"confidence" integer NOT NULL,
	"from_source" text NOT NULL,
	"box" jsonb,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "machine_reviews_loan" ON "machine_reviews" USING btree ("loan_id","started_at");--> statement-breakpoint
CREATE INDEX "machine_reviews_customer" ON "machine_reviews" USING btree ("customer_id","started_at");--> statement-breakpoint
CREATE INDEX "machine_reviews_state" ON "machine_reviews" USING btree ("state","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_pictures_in_force" ON "customer_pictures" USING btree ("customer_id","kind") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "customer_pictures_customer" ON "customer_pictures" USING btree ("customer_id","uploaded_at");--> statement-breakpoint
CREATE INDEX "picture_reveals_until" ON "picture_reveals" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "document_readings_customer" ON "document_readings" USING btree ("customer_id","field","from_source");--> statement-breakpoint
CREATE INDEX "document_readings_number" ON "document_readings" USING btree ("blind_index");