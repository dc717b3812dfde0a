-- sign-ins, open sessions and the menu are not taken along as files: the role as it was delivered no longer exports them
UPDATE "role_grants" SET "codes" = "codes" & ~8
WHERE "page" IN ('signIns', 'sessions', 'menu') AND "role_id" IN (SELECT "id" FROM "roles" WHERE "mark" = 'ADM' AND "version" = 1);
