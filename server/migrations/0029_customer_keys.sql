CREATE TABLE "customer_keys" (
	"customer_id" text collate "C" PRIMARY KEY NOT NULL,
	"key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"destroyed_at" timestamp (3) with time zone
);
