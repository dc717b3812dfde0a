ALTER TABLE "conduct_checks" ALTER COLUMN "call_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conduct_checks" ALTER COLUMN "collector_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conduct_checks" ADD COLUMN "record_id" text collate "C";--> statement-breakpoint
ALTER TABLE "conduct_checks" ADD COLUMN "config_id" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "conduct_checks_record" ON "conduct_checks" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "conduct_checks_robot" ON "conduct_checks" USING btree ("config_id","called_at");--> statement-breakpoint
ALTER TABLE "conduct_checks" ADD CONSTRAINT "conduct_checks_speaker" CHECK (num_nonnulls(call_id, record_id) = 1
      and (call_id is null) = (collector_id is null) and (record_id is null) = (config_id is null));