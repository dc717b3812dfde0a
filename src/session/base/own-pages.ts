let has: (path: string) => boolean = () => true

/** The shell, which knows every page, tells which paths lead whoever is signed in to one. */
export const tellOwnPages = (know: (path: string) => boolean): void => {
  has = know
}

/** Whether an address leads to a page, and to one that whoever is signed in may see. */
export const isOwnPage = (href: string): boolean => has(href.split('?', 1)[0]!)
