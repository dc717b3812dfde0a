/** Variables that the contract template of an app may name. */
export const contractVariables = [
  'borrower',
  'lender',
  'company',
  'app',
  'loan',
  'amount',
  'total',
  'date',
  'product',
] as const
export type ContractVariable = (typeof contractVariables)[number]

const placeholder = /{{\s*([^{}]*?)\s*}}/g
const isVariable = (name: string): name is ContractVariable => (contractVariables as readonly string[]).includes(name)

/** What a contract template names and nobody fills, or a brace that is not closed; null where there is no such. */
export function unknownContractVariable(text: string): string | null {
  const unknown = [...text.matchAll(placeholder)].find(([, name]) => !isVariable(name!))
  if (unknown) return unknown[1]!
  return /{{|}}/.exec(text.replace(placeholder, ''))?.[0] ?? null
}

/** The paragraphs of a contract template, filled. */
export const filledContract = (text: string, values: Readonly<Record<ContractVariable, string>>): readonly string[] =>
  text
    .replace(placeholder, (whole, name: string) => (isVariable(name) ? values[name] : whole))
    .split(/\n+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
