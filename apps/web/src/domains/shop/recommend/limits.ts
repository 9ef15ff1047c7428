import { lengthOf } from '../../../ui/form/length.ts'

/** Max characters of a reason, as on the server. */
export const maxReasonLength = 500
/** Max results given with a reason. */
export const maxValues = 3

/** Error of a required reason: the text `required` if it is empty, true if it is too long, else false. */
export const reasonProblem = (reason: string, required: string): string | boolean => (!reason.trim() && required) || lengthOf(reason) > maxReasonLength
