-- departments are a level inside agencies: the groups of each agency move into a department of their own. Nothing else of
-- the rows that tell where they belong changes: neither their versions, nor who has changed them. The audit log stays as
-- it was written.
DO $$
DECLARE
  agency record;
  moved record;
  kept record;
  number integer;
  department text;
BEGIN
  FOR agency IN
    SELECT a.id, a.path, a.name FROM units a
      WHERE a.kind = 'agency' AND EXISTS (SELECT FROM units g WHERE g.parent_id = a.id AND g.kind = 'group') ORDER BY a.path
  LOOP
    number := 1;
    WHILE EXISTS (SELECT FROM units WHERE id = agency.id || 'D' || number) LOOP number := number + 1; END LOOP;
    department := agency.id || 'D' || number;
    INSERT INTO units (id, kind, name, parent_id, path) VALUES
      (department, 'department', agency.name || ', department 1', agency.id, agency.path || department || '/');
    FOR moved IN SELECT g.path FROM units g WHERE g.parent_id = agency.id AND g.kind = 'group' LOOP
      UPDATE units SET path = agency.path || department || '/' || substr(path, length(agency.path) + 1)
        WHERE starts_with(path, moved.path);
      FOR kept IN SELECT * FROM (VALUES
        ('approvals', 'maker_unit_path'), ('batches', 'unit_path'), ('card_changes', 'maker_unit_path'),
        ('case_transfers', 'from_unit_path'), ('case_transfers', 'to_unit_path'), ('cases', 'unit_path'),
        ('extensions', 'maker_unit_path'), ('proofs', 'maker_unit_path'), ('reductions', 'maker_unit_path'),
        ('write_offs', 'maker_unit_path')) AS of (tab, col)
      LOOP
        EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', kept.tab);
        EXECUTE format('UPDATE %I SET %I = $1 || substr(%I, length($2) + 1) WHERE starts_with(%I, $3)',
          kept.tab, kept.col, kept.col, kept.col) USING agency.path || department || '/', agency.path, moved.path;
        EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', kept.tab);
      END LOOP;
    END LOOP;
    UPDATE units SET parent_id = department WHERE parent_id = agency.id AND kind = 'group';
  END LOOP;
END $$;
