ALTER TABLE "roles" ADD COLUMN "two_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- as the server has held them so far; a role that nobody has edited stays one
ALTER TABLE "roles" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "roles" SET "two_factor" = true WHERE "mark" IN ('ADM', 'EXE', 'MGR', 'OPS');--> statement-breakpoint
ALTER TABLE "roles" ENABLE TRIGGER USER;