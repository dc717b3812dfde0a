-- whoever keeps watch over collection sees the board, as far as they see its performance
INSERT INTO "role_grants" ("role_id", "page", "codes", "scope")
SELECT "role_id", 'board', 0, "scope" FROM "role_grants"
WHERE "page" = 'performance' AND "role_id" IN ('ADM', 'EXE', 'MGR', 'OPS', 'GL', 'CTL', 'SPI', 'SPE')
ON CONFLICT DO NOTHING;
