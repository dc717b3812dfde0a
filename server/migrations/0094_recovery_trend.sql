-- the recovery trend tells of collection activity: what was scheduled of it is by the moment of that, and of numbers it still has
ALTER TABLE "report_schedules" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "report_schedules" SET
  "query" = regexp_replace("query", '(^|[\s(-])paidAt(?=[:<>])', '\1at', 'g'),
  "rows_by" = CASE "rows_by" WHEN 'recoveries.paidAt' THEN 'collectionActivities.at' ELSE replace("rows_by", 'recoveries.', 'collectionActivities.') END,
  "shape" = "shape"
    || CASE WHEN "shape" ->> 'by' = 'paidAt' THEN '{"by": "at"}' ELSE '{}' END::jsonb
    || CASE WHEN "shape" ? 'measures' THEN jsonb_build_object('measures', coalesce((SELECT jsonb_agg(m ORDER BY place)
      FROM jsonb_array_elements("shape" -> 'measures') WITH ORDINALITY AS kept (m, place)
      WHERE m #>> '{}' NOT IN ('penalty', 'extension', 'commissions', 'disputed', 'bounced')), '["recovered"]')) ELSE '{}' END
WHERE "content" = 'recoveries.trend';--> statement-breakpoint
ALTER TABLE "report_schedules" ENABLE TRIGGER USER;
