CREATE TABLE "app_contracts" (
	"app_id" text collate "C" NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"template" text,
	CONSTRAINT "app_contracts_app_id_since_pk" PRIMARY KEY("app_id","since")
);
