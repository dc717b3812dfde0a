-- finds text anywhere inside names and titles
create extension if not exists pg_trgm;
--> statement-breakpoint
-- every write to a row counts its version up and names who wrote, whoever forgets to
create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.changed_by := coalesce(nullif(current_setting('lendline.actor', true), ''), 'system');
  return new;
end $$;
--> statement-breakpoint
-- tells every server which rows of a noun changed: `loans LN1:3,LN2:7`, or the noun alone where it would be too many
create function announce() returns trigger language plpgsql as $$
declare
  list text;
  changes int;
begin
  select count(*), string_agg(id || ':' || version, ',') into changes, list from (select id, version from changed limit 101) few;
  if changes = 0 then
    return null;
  end if;
  perform pg_notify('rows', case when changes > 100 then tg_argv[0] else tg_argv[0] || ' ' || list end);
  return null;
end $$;
--> statement-breakpoint
-- wakes the delivery of what was just posted
create function wake_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
--> statement-breakpoint
create sequence ids_loan;
--> statement-breakpoint
create sequence ids_customer;
--> statement-breakpoint
create sequence ids_card;
--> statement-breakpoint
create sequence ids_cardChange;
--> statement-breakpoint
create sequence ids_plan;
--> statement-breakpoint
create sequence ids_payment;
--> statement-breakpoint
create sequence ids_paymentLink;
--> statement-breakpoint
create sequence ids_proof;
--> statement-breakpoint
create sequence ids_statement;
--> statement-breakpoint
create sequence ids_statementLine;
--> statement-breakpoint
create sequence ids_reduction;
--> statement-breakpoint
create sequence ids_case;
--> statement-breakpoint
create sequence ids_caseTransfer;
--> statement-breakpoint
create sequence ids_ticket;
--> statement-breakpoint
create sequence ids_batch;
--> statement-breakpoint
create sequence ids_import;
--> statement-breakpoint
create sequence ids_approval;
--> statement-breakpoint
create sequence ids_macro;
--> statement-breakpoint
create sequence ids_message;
--> statement-breakpoint
create sequence ids_teleVerification;
--> statement-breakpoint
create sequence ids_writeOff;
--> statement-breakpoint
create sequence ids_sheet;
--> statement-breakpoint
create sequence ids_extension;
--> statement-breakpoint
create sequence ids_couponTemplate;
--> statement-breakpoint
create sequence ids_coupon;
