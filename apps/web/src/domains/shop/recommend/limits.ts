/** Characters of a reason, as the server limits them. */
export const maxReasonLength = 500
