ALTER TABLE "case_holds" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "named" jsonb;--> statement-breakpoint
-- What the server has opened and noted before, in English, for everybody.
UPDATE tickets SET cause = 'overpaid', named = jsonb_build_object('amount', substring(title from '^Give back (.*)$'),
    'payment', substring(content from '^Payment (\S+) '), 'order', substring(content from ' of order (\S+) '))
  WHERE source = 'system' AND title LIKE 'Give back %' AND content ~ '^Payment \S+ of order \S+ came to more than was owed\.$';--> statement-breakpoint
UPDATE tickets SET cause = 'couponRevoked', named = jsonb_build_object('coupon', substring(title from '^(\S+) '),
    'payment', substring(content from '^Payment (\S+) '), 'order', substring(content from ' of order (\S+) '))
  WHERE source = 'system' AND title ~ '^\S+ did not count$'
    AND content ~ '^Payment \S+ of order \S+ was asked for with coupon \S+, which was revoked before\.$';--> statement-breakpoint
UPDATE tickets SET cause = 'paidAfterAll', named = jsonb_build_object('payout', substring(title from '^Paid after all: (.*)$'),
    'amount', substring(content from ' says that (.*) were paid '), 'utr', substring(content from '\(UTR (.*)\)\.$'))
  WHERE source = 'system' AND title LIKE 'Paid after all: %' AND content ~ ' says that .* were paid \(UTR .*\)\.$';--> statement-breakpoint
UPDATE tickets SET cause = CASE title WHEN 'Needs help' THEN 'needsHelp' ELSE 'deniesDebt' END,
    named = jsonb_build_object('call', substring(content from '^Robot call (\S+)$'))
  WHERE source = 'aiCall' AND title IN ('Needs help', 'Denies the debt, or is not the borrower') AND content ~ '^Robot call \S+$';--> statement-breakpoint
UPDATE follow_ups SET outcome = CASE remark WHEN 'Willing to repay, says the robot' THEN 'a' ELSE 'e' END
  WHERE collector_id IS NULL AND remark IN ('Willing to repay, says the robot', 'Needs follow-up, says the robot');--> statement-breakpoint
UPDATE case_holds SET outcome = 'd' WHERE set_by = 'robot' AND remark = 'Denies the debt, or is not the borrower';
