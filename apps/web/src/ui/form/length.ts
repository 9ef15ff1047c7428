/** Counts code points, as the server does, so that a character such as 𠮷 counts as one. */
export const lengthOf = (text: string) => [...text].length
