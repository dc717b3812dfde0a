CREATE TABLE "audit_checkpoints" (
	"number" bigint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refusal_counts" (
	"endpoint" text NOT NULL,
	"fault" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"ip" text,
	CONSTRAINT "refusal_counts_endpoint_fault_hour_pk" PRIMARY KEY("endpoint","fault","hour")
);
--> statement-breakpoint
create trigger audit_checkpoints_kept before update or delete on audit_checkpoints for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_checkpoints_not_emptied before truncate on audit_checkpoints for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_seals_not_emptied before truncate on audit_seals for each statement execute function refuse_change();
--> statement-breakpoint
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', old.id);
  return null;
end $$;
--> statement-breakpoint
create trigger session_ended after delete on sessions for each row execute function tell_session_ended();
