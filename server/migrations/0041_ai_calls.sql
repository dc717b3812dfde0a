CREATE TABLE "ai_configs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text DEFAULT 'enabled' NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"min_overdue_days" integer NOT NULL,
	"max_overdue_days" integer,
	"weekdays" text,
	"dates" text,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"robot_id" text NOT NULL,
	"robot_name" text NOT NULL,
	"repeat_days" integer NOT NULL,
	"repeat_max" integer NOT NULL,
	"redial_minutes" integer NOT NULL,
	"redial_max" integer NOT NULL,
	"ignored_labels" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_listens" (
	"record_id" text collate "C" NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "ai_listens_record_id_staff_id_at_pk" PRIMARY KEY("record_id","staff_id","at")
);
--> statement-breakpoint
CREATE TABLE "ai_records" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"task_id" text collate "C" NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"case_id" text collate "C" NOT NULL,
	"attempt" integer NOT NULL,
	"config_id" text collate "C",
	"outcome" text,
	"began_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"cost_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"recording" text,
	"recording_key" text,
	"transcript" text,
	"transcript_key" text,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "ai_targets" (
	"task_id" text collate "C" NOT NULL,
	"loan_id" text collate "C" NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"case_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"outcome_attempt" integer,
	CONSTRAINT "ai_targets_task_id_loan_id_pk" PRIMARY KEY("task_id","loan_id")
);
--> statement-breakpoint
CREATE TABLE "ai_task_counts" (
	"task_id" text collate "C" PRIMARY KEY NOT NULL,
	"planned" integer DEFAULT 0 NOT NULL,
	"called" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"a" integer DEFAULT 0 NOT NULL,
	"b" integer DEFAULT 0 NOT NULL,
	"c" integer DEFAULT 0 NOT NULL,
	"d" integer DEFAULT 0 NOT NULL,
	"e" integer DEFAULT 0 NOT NULL,
	"f" integer DEFAULT 0 NOT NULL,
	"g" integer DEFAULT 0 NOT NULL,
	"h" integer DEFAULT 0 NOT NULL,
	"cost_minor" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_tasks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text,
	"state" text NOT NULL,
	"config_id" text collate "C" NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"robot_id" text NOT NULL,
	"robot_name" text NOT NULL,
	"redial_minutes" integer NOT NULL,
	"redial_max" integer NOT NULL,
	"opens_at" timestamp (3) with time zone NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."robot_calls" (
	"call_id" text PRIMARY KEY NOT NULL,
	"callback_url" text NOT NULL,
	"outcome" text NOT NULL,
	"script" jsonb NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ai_configs_product" ON "ai_configs" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "ai_records_began" ON "ai_records" USING btree ("began_at","id");--> statement-breakpoint
CREATE INDEX "ai_records_customer" ON "ai_records" USING btree ("customer_id","began_at");--> statement-breakpoint
CREATE INDEX "ai_records_loan" ON "ai_records" USING btree ("loan_id","began_at");--> statement-breakpoint
CREATE INDEX "ai_records_case" ON "ai_records" USING btree ("case_id","began_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_records_attempt" ON "ai_records" USING btree ("task_id","loan_id","attempt");--> statement-breakpoint
CREATE INDEX "ai_records_live" ON "ai_records" USING btree ("began_at") WHERE state in ('dialling', 'talking');--> statement-breakpoint
CREATE UNIQUE INDEX "ai_targets_customer" ON "ai_targets" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "ai_targets_case" ON "ai_targets" USING btree ("case_id","day");--> statement-breakpoint
CREATE INDEX "ai_targets_next" ON "ai_targets" USING btree ("task_id","state","next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_tasks_once" ON "ai_tasks" USING btree ("config_id","day");--> statement-breakpoint
CREATE INDEX "ai_tasks_day" ON "ai_tasks" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "ai_tasks_state" ON "ai_tasks" USING btree ("state","day");