// What the specification asks of any value. Source: section 5.

/** Whether a path leads out of the console: `https:`, `http:`, `mailto:` and `tel:`. */
export const isExternal = (path: string): boolean => /^(?:https?:|mailto:|tel:)/i.test(path)

/** Whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether a text is the whole address of an e-mail. A masked one is not. */
export const isEmail = (text: string): boolean => /^[^\s@*•]+@[^\s@*•.]+(?:\.[^\s@*•.]+)+$/.test(text)
