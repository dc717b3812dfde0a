CREATE TABLE "journal_pending" (
	"loan_id" text collate "C" PRIMARY KEY NOT NULL
);
