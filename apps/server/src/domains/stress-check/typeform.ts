import type { StressSection } from '@sukoyaka/wire/record/stress-check'
import Type, { type Static } from 'typebox'
import { hmacOf, type Sender } from '../../http/webhook.ts'
import type { Definition } from './tables.ts'

const text = (maxLength: number) => Type.String({ maxLength })

/** The part of a Typeform response that we read: the `ref` of each question is its code, A1 to D2. */
const FormResponse = Type.Object({
  event_id: Type.Optional(text(200)),
  event_type: text(50),
  form_response: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200 }),
    submitted_at: Type.String({ format: 'date-time', maxLength: 40 }),
    hidden: Type.Optional(Type.Object({ respondent: Type.Optional(text(100)) })),
    answers: Type.Array(
      Type.Object({
        field: Type.Object({ ref: Type.Optional(text(255)) }),
        number: Type.Optional(Type.Number()),
        choice: Type.Optional(Type.Object({ label: Type.Optional(text(500)) })),
      }),
      { maxItems: 200 },
    ),
  }),
})
export type FormResponse = Static<typeof FormResponse>

export const typeform: Sender = {
  name: 'typeform',
  secretsIn: ({ config }) => config.typeform_secrets,
  header: 'typeform-signature',
  sign: (secret, body) => `sha256=${hmacOf(secret, body, 'base64')}`,
  payload: FormResponse,
  // a manual resend has another event id, but the same response token
  deliveryIn: (payload) => (payload as FormResponse).form_response.token,
  queue: 'typeform',
}

const languages = ['ja', 'en', 'kr'] as const

const pointOf = ({ sections }: Definition, section: StressSection, { number, choice }: FormResponse['form_response']['answers'][number]) => {
  if (number !== undefined) return number
  const options = sections.find(({ code }) => code === section)?.options ?? []
  const label = choice?.label?.trim()
  return options.find((option) => languages.some((language) => option[`label_${language}`] === label))?.value
}

/** The answers to our questions, by number or by label of the scale. */
export const answersIn = (definition: Definition, { form_response }: FormResponse) =>
  form_response.answers.flatMap((answer) => {
    const item = definition.items.find(({ code }) => code === answer.field.ref?.toUpperCase())
    const value = item && pointOf(definition, item.section, answer)
    return item && value !== undefined && Number.isInteger(value) && value >= 1 && value <= 4 ? [{ code: item.code, value }] : []
  })
