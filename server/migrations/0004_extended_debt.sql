ALTER TABLE "plans" drop column "owed_minor";--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "owed_minor" bigint GENERATED ALWAYS AS (case when state = 'extended' then 0 else charged_penalty + charged_fee + charged_interest + charged_principal
          - paid_penalty - paid_fee - paid_interest - paid_principal
          - reduced_penalty - reduced_fee - reduced_interest - reduced_principal
          - discounted_penalty - discounted_fee - discounted_interest - discounted_principal
          - lost_penalty - lost_fee - lost_interest - lost_principal end) STORED NOT NULL;--> statement-breakpoint
-- it went with its column
CREATE INDEX "plans_owed" ON "plans" USING btree ("owed_minor","id");
