import type { z } from 'zod'
import { Choice } from '../kernel/values.ts'

/** What an inspector notes of a decision. The specification has the codes only: their labels are the administrator's. */
export const QualityCode = Choice('vocabularies.qualityCode', [
  ...(['A001', 'A002', 'A003', 'A004', 'A005', 'A006', 'A007', 'A008'] as const),
  ...(['B001', 'B002', 'B003', 'B004', 'B005', 'B006', 'B007'] as const),
  ...(['C001', 'C002', 'C003', 'C004', 'C005', 'C006', 'E001'] as const),
  ...(['A101', 'A102', 'A103', 'A104', 'A105', 'A106', 'A107', 'A108'] as const),
  ...(['B101', 'B102', 'B103', 'B104', 'B105', 'B106', 'B107'] as const),
  ...(['C101', 'C102', 'C103', 'C104', 'C105', 'C106'] as const),
])
export type QualityCode = z.output<typeof QualityCode>
