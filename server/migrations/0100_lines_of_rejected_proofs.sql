-- The transfer that a rejected proof was held to show belongs to nothing.
UPDATE statement_lines l SET outcome = 'unmatched', loan_id = NULL, proof_id = NULL, payment_id = NULL, note = NULL
  FROM proofs p WHERE p.id = l.proof_id AND p.state = 'rejected';
