/** Who signs questions to those who read papers, compare faces and know debts. */
export const checkSender = 'checks'
