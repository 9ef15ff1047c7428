/** As the server counts: a character beyond the basic plane is one, not two. */
export const lengthOf = (text: string) => [...text].length
