/** Characters of a reason, as the server limits them. */
export const maxReasonLength = 500
/** Results that can be given with a reason. */
export const maxValues = 3
