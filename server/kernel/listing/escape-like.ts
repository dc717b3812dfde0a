/** LIKE pattern that matches a text literally: its wildcards are escaped. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
