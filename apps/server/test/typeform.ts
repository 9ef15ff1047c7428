import { createHmac } from 'node:crypto'

export const typeformSecret = 'a-secret-of-typeform-for-the-tests'

/** The `typeform-signature` header for this body, computed as Typeform does. */
export const typeformHeaders = (rawBody: string | Buffer, secret = typeformSecret) => ({
  'typeform-signature': `sha256=${createHmac('sha256', secret).update(rawBody).digest('base64')}`,
})

const codes = Object.entries({ A: 17, B: 29, C: 9, D: 2 }).flatMap(([section, count]) => Array.from({ length: count }, (_, i) => `${section}${i + 1}`))

/** A form response as Typeform sends it. */
export const filledForm = ({ token, respondent, value = 2, event = token }: { token: string; respondent: string; value?: number; event?: string }) => ({
  event_id: event,
  event_type: 'form_response',
  form_response: {
    form_id: 'lT4Z3j',
    token,
    landed_at: '2026-11-20T01:50:00Z',
    submitted_at: '2026-11-20T02:00:00Z',
    hidden: { respondent },
    answers: codes.map((ref) => ({ type: 'number', number: value, field: { id: `f${ref}`, type: 'number', ref } })),
  },
})
