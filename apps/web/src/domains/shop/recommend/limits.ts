import { lengthOf } from '../../../ui/form/length.ts'

/** Characters of a reason, as the server limits them. */
export const maxReasonLength = 500
/** Results that can be given with a reason. */
export const maxValues = 3

/** What is wrong with a required reason: `required` if it is empty, true if it is too long, or false. */
export const reasonProblem = (reason: string, required: string): string | boolean => (!reason.trim() && required) || lengthOf(reason) > maxReasonLength
