/** Who decides on applications where no person does, in their logs. */
export const ruleEngine = 'rule engine'
