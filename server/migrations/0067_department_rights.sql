-- whoever administers staff administers the departments that they work in
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'departments', "codes" & 7, "scope" FROM "role_grants"
WHERE "page" = 'staff' AND "role_id" IN ('ADM', 'EXE', 'MGR')
ON CONFLICT DO NOTHING;
