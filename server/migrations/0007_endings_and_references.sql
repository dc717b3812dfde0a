-- why a request ended is told in the reader's language
UPDATE "reductions" SET "note" = 'planSettled' WHERE "note" = 'The plan is settled' AND "state" = 'rejected' AND "checker_id" IS NULL;--> statement-breakpoint
UPDATE "reductions" SET "note" = 'withdrawnByMaker' WHERE "state" = 'rejected' AND "note" IN ('Ditarik oleh pengaju', 'Người lập đã rút', 'Retirada por quien la pidió', 'Withdrawn by the person who requested it', '申請者が取り下げました', '申请人已撤回');--> statement-breakpoint
UPDATE "write_offs" SET "note" = 'withdrawnByMaker' WHERE "state" = 'rejected' AND "note" IN ('Ditarik oleh pengaju', 'Người lập đã rút', 'Retirado por quien lo pidió', 'Withdrawn by the person who requested it', '申請者が取り下げました', '申请人已撤回');--> statement-breakpoint
UPDATE "product_terms" SET "note" = 'withdrawnByMaker' WHERE "state" = 'rejected' AND "note" IN ('Ditarik oleh pengaju', 'Người lập đã rút', 'Retirado por quien lo hizo', 'Withdrawn by the person who made it', '由申请人撤回', '申請者による取り下げ');--> statement-breakpoint
-- requests that outlived what they were about
UPDATE "write_offs" SET "state" = 'rejected', "note" = 'orderSettled',
  "audited_at" = (select max("settled_at") from "plans" where "plans"."loan_id" = "write_offs"."loan_id")
WHERE "state" = 'pending' AND NOT EXISTS (select from "plans" where "plans"."loan_id" = "write_offs"."loan_id" and "plans"."state" = 'open');
--> statement-breakpoint
CREATE TABLE "book_deletions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"of" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_runs" ADD COLUMN "findings" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "booked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "book_deletions_loan" ON "book_deletions" USING btree ("loan_id");--> statement-breakpoint
-- a row that is gone has no transaction to be found by: its order is written down
create function note_deletion() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'plan_id' then
    insert into book_deletions (loan_id, "of", at)
      select distinct p.loan_id, tg_table_name, now() from gone join plans p on p.id = gone.plan_id;
  else
    execute format('insert into book_deletions (loan_id, "of", at)
      select distinct %I, $1, now() from gone where %I is not null', tg_argv[0], tg_argv[0]) using tg_table_name;
  end if;
  return null;
end $$;--> statement-breakpoint
create trigger loans_deleted after delete on loans referencing old table as gone for each statement execute function note_deletion('id');--> statement-breakpoint
create trigger plans_deleted after delete on plans referencing old table as gone for each statement execute function note_deletion('loan_id');--> statement-breakpoint
create trigger payments_deleted after delete on payments referencing old table as gone for each statement execute function note_deletion('loan_id');--> statement-breakpoint
create trigger losses_deleted after delete on losses referencing old table as gone for each statement execute function note_deletion('loan_id');--> statement-breakpoint
create trigger extensions_deleted after delete on extensions referencing old table as gone for each statement execute function note_deletion('loan_id');--> statement-breakpoint
create trigger reductions_deleted after delete on reductions referencing old table as gone for each statement execute function note_deletion('loan_id');--> statement-breakpoint
create trigger coupons_deleted after delete on coupons referencing old table as gone for each statement execute function note_deletion('loan_id');--> statement-breakpoint
create trigger loan_states_deleted after delete on loan_states referencing old table as gone for each statement execute function note_deletion('loan_id');--> statement-breakpoint
create trigger penalties_deleted after delete on penalties referencing old table as gone for each statement execute function note_deletion('plan_id');--> statement-breakpoint
create trigger penalty_corrections_deleted after delete on penalty_corrections referencing old table as gone for each statement execute function note_deletion('plan_id');--> statement-breakpoint
create trigger allocations_deleted after delete on allocations referencing old table as gone for each statement execute function note_deletion('plan_id');
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "external_ref" text collate "C" GENERATED ALWAYS AS (substr(external_id, strpos(external_id, ':') + 1)) STORED;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "external_ref" text collate "C" GENERATED ALWAYS AS (substr(external_id, strpos(external_id, ':') + 1)) STORED;--> statement-breakpoint
CREATE INDEX "customers_external_ref" ON "customers" USING btree ("external_ref") WHERE external_ref is not null;--> statement-breakpoint
CREATE INDEX "loans_external_ref" ON "loans" USING btree ("external_ref") WHERE external_ref is not null;