/** A file to upload in the console. */
export interface UploadFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const csv = (name: string, lines: readonly (readonly (string | number)[])[]): UploadFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.map((line) => line.join(',')).join('\n')),
})

const loanHeadings = [
  ...['', 'customerid', 'systemloanid', 'loannumber', 'approveddate', 'creationdate', 'loanamount', 'totaldue'],
  ...['termdays', 'closeddate', 'referredby', 'firstduedate', 'firstrepaiddate'],
]
const customerHeadings = [
  ...['customerid', 'birthdate', 'bank_account_type', 'bank_name_clients', 'bank_branch_clients'],
  ...['employment_status_clients', 'level_of_education_clients'],
]

const loan = (index: number, amount: string): (string | number)[] => [
  ...[index, `made-up-${index % 2}`, 900_001 + index, index + 1],
  ...['2025-01-10 10:00:00.000000', '2025-01-10 09:00:00.000000', amount, '13000.0', 30],
  ...['2025-02-08 12:30:00.000000', '', '2025-02-09 00:00:00.000000', '2025-02-08 12:00:00.000000'],
]
const customer = (index: number): string[] => [
  ...[`made-up-${index}`, '1990-05-06 00:00:00.000000', 'Savings', 'HDFC', '', 'Permanent', 'Graduate'],
]

/**
 * CSV files of an import, made up, in the format of loans lent elsewhere: three loans of two people, one of them
 * without an amount.
 */
export const importFiles: { readonly loans: UploadFile; readonly customers: UploadFile } = {
  loans: csv('loans.csv', [loanHeadings, loan(0, '10000.0'), loan(1, '10000.0'), loan(2, '')]),
  customers: csv('customers.csv', [customerHeadings, customer(0), customer(1)]),
}
