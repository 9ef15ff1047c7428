/** Counts code points as the server does, so an astral character counts as one. */
export const lengthOf = (text: string) => [...text].length
