/** Numbers that end so are not in service, for demonstrations and tests. */
export const deadEnd = '0001'
